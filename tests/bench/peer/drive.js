// Four connected clients a match; the seat to move sends a legal move, the next is sent when all four
// clients have the update. New matches every MOVES_A_MATCH moves: the peer rewrites its log at each move.
// usage: node drive.js URL MATCHES WARM_UP_SECONDS SECONDS -> one line of JSON: {moves, seconds, latencies}
'use strict';
const { io } = require('socket.io-client');
const { N, legalFrom } = require('./eights.js');

const [url, matches, warmUp, seconds] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const MOVES_A_MATCH = 100;
const clock = () => Number(process.hrtime.bigint()) / 1e6;
const from = clock() + warmUp * 1000;
const until = from + seconds * 1000;
const latencies = [];

async function post(path, body) {
  const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function open() {
  const { matchID } = await post('/games/eights/create', { numPlayers: N });
  // A match is read, changed and written back without a lock when somebody joins or connects (0.50.2): who joins
  // meanwhile is lost, and the match stands still. So all have joined before the first of them connects.
  const joined = [];
  for (let seat = 0; seat < N; seat++) {
    joined.push(await post(`/games/eights/${matchID}/join`, { playerID: `${seat}`, playerName: `p${seat}` }));
  }
  const seats = [];
  for (const [seat, { playerCredentials }] of joined.entries()) seats.push(await sit(matchID, `${seat}`, playerCredentials));
  return { matchID, seats };
}

function sit(matchID, playerID, credentials) {
  return new Promise((seated) => {
    const socket = io(`${url}/eights`, { transports: ['websocket'], forceNew: true });
    const seat = { socket, playerID, credentials, state: null, heard: () => {} };
    socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, N));
    socket.on('sync', (_, { state }) => {
      seat.state = state;
      seated(seat);
    });
    socket.on('update', (_, state) => {
      seat.state = state;
      seat.heard();
    });
  });
}

async function play({ matchID, seats }) {
  for (let moves = 0; moves < MOVES_A_MATCH && clock() < until; moves++) {
    const { G, _stateID } = seats[0].state;
    const mover = seats[G.turn];
    const card = legalFrom(mover.state.G.hand, G.top)[0] ?? -1;
    const sent = clock();
    const last = Promise.all(
      seats.map((seat) => new Promise((heard) => {
        seat.heard = () => seat.state._stateID > _stateID && heard();
      })),
    );
    mover.socket.emit('update', { type: 'MAKE_MOVE', payload: { type: 'card', args: [card], playerID: mover.playerID, credentials: mover.credentials } }, _stateID, matchID, mover.playerID);
    await last;
    if (sent >= from && clock() < until) latencies.push(clock() - sent);
  }
  for (const { socket } of seats) socket.disconnect();
}

async function one() {
  while (clock() < until) await play(await open());
}

Promise.all(Array.from({ length: matches }, one)).then(() => {
  console.log(JSON.stringify({ moves: latencies.length, seconds, latencies }));
  process.exit(0);
});
