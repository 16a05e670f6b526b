// Load for one server: node server_load.cjs PORT TABLES SECONDS
// Two WebSockets a table, closed loop: the seat to act makes a random legal step as soon as both seats have seen the
// last one. A finished table is replaced by another that was set up before, and connecting to it counts. Prints one
// line of JSON.
const http = require('http');
const WebSocket = require('ws');
const { randomBytes } = require('crypto');

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const host = '127.0.0.1';
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const now = () => Number(process.hrtime.bigint()) / 1e6;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const MOST_FINISHED = 250; // tables a second
const reserve = [];
let measuring = false, stopped = false, moves = 0, opened = 0, refused = 0;
const latencies = [];

function post(path, body) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(data) };
    const request = http.request({ host, port, path, method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => (response.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.on('error', reject);
    request.end(data);
  });
}

async function setUpTable() {
  const { table } = await post('/api/tables', { game: 'loco', seats: 2, options: { match: 'full' } });
  const tokens = [];
  for (const name of ['Ada', 'Ben']) {
    const seed = randomBytes(16).toString('hex');
    tokens.push((await post(`/api/tables/${table}/seats`, { name, seed })).token);
  }
  return { table, tokens };
}

function sitDown() {
  const { table, tokens } = reserve.pop();
  opened++;
  const game = { version: 0, seen: 0, sent: 0, sockets: [], number: 0 };
  for (const token of tokens) {
    const socket = new WebSocket(`ws://${host}:${port}/api/tables/${table}/live`, { perMessageDeflate: false });
    game.sockets.push(socket);
    socket.on('open', () => socket.send(JSON.stringify({ kind: 'hello', token })));
    socket.on('message', (data) => hear(game, JSON.parse(data)));
  }
}

function hear(game, message) {
  if (message.kind === 'refused') refused++;
  if (message.kind !== 'state' || message.version < game.version) return;
  if (message.version > game.version) Object.assign(game, { version: message.version, seen: 0, turn: null });
  game.seen++;
  if (message.legal.length) game.turn = message;
  if (game.sent && measuring) latencies.push(now() - game.sent);
  if (game.seen < 2) return;
  if (game.sent && measuring) moves++;
  if (stopped) return;
  if (message.ending) {
    game.sockets.forEach((socket) => socket.close());
    sitDown();
  } else {
    const { seat, legal, version } = game.turn;
    const step = legal[Math.floor(Math.random() * legal.length)];
    game.sent = now();
    game.sockets[seat].send(JSON.stringify({ kind: 'step', key: String(game.number++), version, step }));
  }
}

(async () => {
  const needed = tables + Math.ceil((seconds + 1) * MOST_FINISHED);
  for (let i = 0; i < needed; i++) reserve.push(await setUpTable());
  for (let i = 0; i < tables; i++) sitDown();
  await sleep(1000);
  opened = 0;
  measuring = true;
  const start = now();
  await sleep(seconds * 1000);
  measuring = false;
  stopped = true;
  const took = (now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (q) => +(latencies[Math.floor(q * (latencies.length - 1))] ?? NaN).toFixed(2);
  const result = { tables, moves_s: Math.round(moves / took), p50: quantile(0.5), p99: quantile(0.99), opened, refused };
  console.log(JSON.stringify(result));
  process.exit(0);
})();
