// The read of a usual Node site: Express takes a body from SQLite, and compresses it anew for each request.
// `node server.mjs FILE TYPE` prints its address; FILE has the body, of content type TYPE.
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import compression from 'compression';
import express from 'express';

const [file, type] = process.argv.slice(2);
const db = new Database(`${file}.db`);
db.pragma('journal_mode = WAL');
db.exec('DROP TABLE IF EXISTS bodies; CREATE TABLE bodies (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
db.prepare('INSERT INTO bodies VALUES (1, ?)').run(readFileSync(file, 'utf8'));
const bodyOf = db.prepare('SELECT body FROM bodies WHERE id = ?').pluck();

const app = express();
app.use(compression());
app.get('/{*path}', (_, response) => {
  const body = bodyOf.get(1);
  if (type.startsWith('application/json')) response.json(JSON.parse(body));
  else response.type(type).send(body);
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
