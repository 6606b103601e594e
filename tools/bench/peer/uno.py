"""Play random rounds of RLCard's uno for some seconds; print moves and processor seconds."""

from __future__ import annotations

import random
import sys
import time

from rlcard.games.uno import Game

rng, game, moves = random.Random(1), Game(), 0
began = time.process_time()
while time.process_time() - began < float(sys.argv[1]):
    game.init_game()
    while not game.is_over():
        game.step(rng.choice(game.get_legal_actions()))
        moves += 1
print(moves, time.process_time() - began)
