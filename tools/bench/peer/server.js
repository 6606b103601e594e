// The peer: a plain four-player card game on boardgame.io, written as its documentation recommends,
// with hidden hands through playerView and every move in PostgreSQL.
// usage: node server.js PORT SOCKET_FOLDER DATABASE USER
'use strict';
const { Server, Origins } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const Eights = require('./eights.js');

const [port, host, database, username] = process.argv.slice(2);

const game = {
  name: 'eights',
  minPlayers: Eights.N,
  maxPlayers: Eights.N,
  disableUndo: true,
  setup: ({ random }) => Eights.newState((cards) => random.Shuffle(cards)),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    card: {
      move: ({ G, playerID, random }, card) => {
        if (!Eights.apply(G, +playerID, card, (cards) => random.Shuffle([...cards]))) return 'INVALID_MOVE';
      },
      client: false,
    },
  },
  playerView: ({ G, playerID }) => Eights.view(G, playerID == null ? null : +playerID),
};

const db = new PostgresStore({ database, username, host, logging: false, pool: { max: 10, min: 2 } });
Server({ games: [game], origins: [Origins.LOCALHOST], db }).run({ port: +port, callback: () => console.log('ready') });
