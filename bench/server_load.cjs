// Load generator for one server, with two seats per table: node server_load.cjs SIDE PORT PID TABLES SECONDS [RATE]
// PID is the server's. SIDE is `ours` (LOCO! over WebSockets) or `peer` (boardgame.io's protocol over socket.io).
// Without RATE it runs a closed loop: the seat to act moves as soon as both seats have seen the last move. With RATE it
// runs an open loop: RATE moves per second fall due, and latency counts from the due time, so a server that stalls pays
// for every delayed move. Prints one line of JSON.
const { readFileSync } = require('fs');
const http = require('http');
const { randomBytes } = require('crypto');

const [side, ...numbers] = process.argv.slice(2);
const [port, pid, tables, seconds, rate = 0] = numbers.map(Number);
const host = '127.0.0.1';
const now = () => Number(process.hrtime.bigint()) / 1e6;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const WARM_UP = 1; // seconds
const MOST_MOVES = 4000; // per second
const MOVES_IN_MATCH = 35; // fewer than a full match of LOCO! has
const TICK = 0.01; // seconds; Linux's unit of processor time
const SETTING_UP = 16; // tables set up in parallel
let measuring = false, stopped = false, moves = 0, finished = 0, refused = 0;
const latencies = [];

// The loop, the same for both sides.

const ready = []; // open loop: tables where a seat can move
const due = []; // open loop: moves that wait for a table

function mayMove(table) {
  if (stopped) return;
  if (!rate) move(table, now());
  else if (due.length) move(table, due.shift());
  else ready.push(table);
}

function move(table, since) {
  table.since = since;
  table.makeMove();
}

function seen(table) { // one of the two seats has seen the move
  if (measuring) latencies.push(now() - table.since);
}

function done(table) { // both seats have seen the move
  if (measuring) moves++;
  mayMove(table);
}

function keepPace() {
  let next = now();
  setInterval(() => {
    for (; next <= now(); next += 1000 / rate) {
      if (!ready.length) due.push(next);
      else {
        const at = Math.floor(Math.random() * ready.length);
        const [table] = ready.splice(at, 1, ready[ready.length - 1]);
        ready.pop();
        move(table, next);
      }
    }
  }, 1);
}

// Our side: a prepared table with two connected seats replaces each finished match, since the peer's matches never end.

const reserve = [];
const agent = new http.Agent({ keepAlive: true, maxSockets: SETTING_UP });

function post(path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const always = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(data) };
    const request = http.request({ host, port, path, method: 'POST', agent, headers: { ...always, ...headers } });
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode < 300) resolve({ ...JSON.parse(text), cookies: response.headers['set-cookie'] });
        else reject(new Error(`${path}: ${text}`));
      });
    });
    request.on('error', reject);
    request.end(data);
  });
}

async function becomeGuest(name) {
  const { cookies } = await post('/api/me', { name });
  const { token } = await post('/api/me/tokens', { label: 'load' }, { Cookie: cookies[0].split(';')[0] });
  return token;
}

async function setUpTable(guests) {
  const bearer = (token) => ({ Authorization: `Bearer ${token}` });
  const wish = { game: 'loco', seats: 2, options: { match: 'full' } };
  const { table } = await post('/api/tables', wish, bearer(guests[0]));
  for (const token of guests) {
    await post(`/api/tables/${table}/seats`, {}, bearer(token));
  }
  return { name: table, guests };
}

function sitDown({ name, guests }) {
  const WebSocket = require('ws');
  return new Promise((come) => {
    const table = { version: 0, seats: new Set(), number: 0, makeMove, come };
    table.sockets = guests.map((token) => {
      const socket = new WebSocket(`ws://${host}:${port}/api/tables/${name}/live`, { perMessageDeflate: false });
      socket.on('open', () => socket.send(JSON.stringify({ kind: 'hello', token })));
      socket.on('message', (data) => hear(table, JSON.parse(data)));
      return socket;
    });
  });
}

function makeMove() {
  const { seat, legal, version } = this.turn;
  const step = legal[Math.floor(Math.random() * legal.length)];
  this.pending = true;
  this.sockets[seat].send(JSON.stringify({ kind: 'step', key: String(this.number++), version, step }));
}

function hear(table, message) {
  if (message.kind === 'refused') refused++;
  if (message.kind !== 'state' || message.version < table.version) return;
  if (message.version > table.version) Object.assign(table, { version: message.version, seats: new Set() });
  if (table.seats.has(message.seat)) return;
  table.seats.add(message.seat);
  if (message.legal.length) table.turn = message;
  if (table.pending) seen(table);
  if (table.seats.size < 2) return;
  if (message.ending) {
    if (measuring) moves++, finished++;
    table.sockets.forEach((socket) => socket.close());
    if (!stopped) mayMove(reserve.pop());
  } else if (table.pending) done(table);
  else table.come(table);
}

async function setUpOurs() {
  const matches = ((seconds + WARM_UP) * (rate || MOST_MOVES)) / tables / MOVES_IN_MATCH; // per table
  const wanted = tables * (1 + (rate ? Math.ceil(matches) : Math.floor(matches))); // some tables need more than others
  const guests = await inParallel(Math.min(2 * tables, 500), (i) => becomeGuest(`Guest ${i}`));
  const pair = (i) => [guests[(2 * i) % guests.length], guests[(2 * i + 1) % guests.length]];
  const opened = await inParallel(wanted, (i) => setUpTable(pair(i)));
  return opened.map((table) => () => sitDown(table));
}

async function inParallel(count, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const i = next++;
      results[i] = await work(i);
    }
  };
  await Promise.all(Array.from({ length: SETTING_UP }, worker));
  return results;
}

// The peer's side: the first request creates a match, which never ends.

async function setUpPeer() {
  return Array.from({ length: tables }, (_, i) => () => openMatch(`match-${i}`));
}

async function openMatch(name) {
  const { io } = require('socket.io-client');
  const table = { sockets: [], state: 0, turn: 0, seen: 0, number: 0 };
  table.makeMove = () => {
    const [seat, cell] = [String(table.turn), table.number++ % 64];
    const action = { type: 'MAKE_MOVE', payload: { type: 'place', args: [cell], playerID: seat } };
    table.sockets[table.turn].emit('update', action, table.state, name, seat);
  };
  const opening = [0, 1].map((seat) => new Promise((resolve) => {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false };
    const socket = io(`http://${host}:${port}/place`, options);
    table.sockets.push(socket);
    socket.on('connect', () => socket.emit('sync', name, String(seat), undefined, 2));
    socket.on('sync', resolve);
    socket.on('update', (_, state) => {
      if (state._stateID !== table.state + 1) return;
      seen(table);
      if (++table.seen < 2) return;
      Object.assign(table, { state: state._stateID, turn: Number(state.ctx.currentPlayer), seen: 0 });
      done(table);
    });
  }));
  await Promise.all(opening);
  return table;
}

function serverTime() { // processor time of all threads, in seconds
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return TICK * (Number(fields[11]) + Number(fields[12]));
}

(async () => {
  const opened = await { ours: setUpOurs, peer: setUpPeer }[side]();
  const before = serverTime();
  reserve.push(...(await inParallel(opened.length, (i) => opened[i]())));
  const arrival = ((serverTime() - before) * 1e6) / (2 * opened.length);
  reserve.splice(0, tables).forEach(mayMove);
  if (rate) keepPace();
  await sleep(WARM_UP * 1000);
  measuring = true;
  const [start, used, servedFor] = [now(), process.cpuUsage(), serverTime()];
  await sleep(seconds * 1000);
  measuring = false;
  stopped = true;
  const [took, cost] = [(now() - start) / 1000, serverTime() - servedFor];
  const { user, system } = process.cpuUsage(used);
  latencies.sort((a, b) => a - b);
  const quantile = (q) => latencies[Math.floor(q * (latencies.length - 1))] ?? NaN;
  const busy = (user + system) / 1e6 / took; // the load generator's share of its core
  const numbers = { moves_s: moves / took, p50: quantile(0.5), p99: quantile(0.99), cost: (cost * 1e6) / moves, share: cost / took, busy, arrival };
  console.log(JSON.stringify({ ...numbers, finished, refused, unsent: due.length, left: reserve.length }));
  process.exit(0);
})();
