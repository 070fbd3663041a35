import { registerHooks } from 'node:module'
import { assert } from '@bolsillo/kernel'

/**
 * The PostgreSQL driver, mended as it is loaded. postgres.js 3.4.9 does not survive the death of a connection inside a
 * transaction (upstream issues 1133, 1193, 1208 and 1216): the process crashes, or the connection never comes back, or
 * what is left of a dead transaction runs inside somebody else's. And all it carried out stays in memory until the next
 * whole collection (decision 0051). Decision 0023 says why the source is mended here and
 * when this file goes. Everybody takes the driver from here; who imported it by its name would get it as it was.
 */

interface Mend {
  readonly file: 'connection' | 'index' | 'query'
  /** Occurs exactly once in the file; otherwise the patch does not fit this version. */
  readonly before: string
  readonly after: string
}

/** Marks, in an SQL comment, a statement whose first row may take as long as PostgreSQL allows. */
const takesLong = 'takes long'
/** How many times longer than others such a statement may be silent. */
const longFactor = 10

const mends: readonly Mend[] = [
  // A statement for a connection that is gone is refused at once. Written into a buffer it would be the first thing the
  // next connection sends, and without a socket the write would throw where nobody can catch it.
  {
    file: 'connection',
    before: "      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n",
    after:
      "      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n" +
      '    if (socket === null || socket.destroyed)\n' +
      "      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)\n",
  },
  {
    file: 'connection',
    before: '  function write(x, fn) {\n',
    after: '  function write(x, fn) {\n    if (socket === null) return false\n',
  },
  {
    file: 'connection',
    before: '  function nextWrite(fn) {\n',
    after: '  function nextWrite(fn) {\n    if (socket === null) return (chunk = nextWriteTimer = null, false)\n',
  },
  // What was buffered for the old socket goes with it, and so does the timer: a timer that is cancelled but not
  // forgotten keeps the next connection from ever sending.
  {
    file: 'connection',
    before: "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
    after:
      '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n' +
      "    socket.removeListener('data', data)\n",
  },
  {
    file: 'connection',
    before: '    clearImmediate(nextWriteTimer)\n    if (socket) {\n',
    after: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n',
  },
  // Whatever waited for an answer of the old connection hears that it is gone, also the statement it was opened for (the
  // driver would open another at once, for ever); nothing of the old conversation is left for the next.
  {
    file: 'connection',
    before:
      '    if (initial)\n      return reconnect()\n\n' +
      "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    after:
      '    if (initial || query || sent.length)\n' +
      "      error(errorResponse || Errors.connection('CONNECTION_CLOSED', options))\n" +
      '    query = results = errorResponse = stream = final = null\n' +
      '    result = new Result()\n    rows = 0\n',
  },
  // The types are asked for by nobody in particular: nobody would catch that the connection died meanwhile.
  {
    file: 'connection',
    before: '        return fetchArrayTypes()\n',
    after: '        return fetchArrayTypes().catch(() => {})\n',
  },
  // A transaction whose connection is gone is over: its later statements are refused, although the connection may be
  // open again and in the middle of another transaction.
  {
    file: 'index',
    before: '        new Promise((_, reject) => connection.onclose = reject)\n',
    after:
      '        new Promise((_, reject) => connection.onclose = (error) => {\n' +
      '          lost = error\n          while (queries.length) queries.shift().reject(error)\n          reject(error)\n' +
      '        })\n',
  },
  {
    file: 'index',
    before: '      , connection\n      , prepare = null\n',
    after: '      , connection\n      , prepare = null\n      , lost = null\n      , isOver = false\n',
  },
  {
    file: 'index',
    before: '        q.catch(e => uncaughtError || (uncaughtError = e))\n',
    after:
      '        q.catch(e => uncaughtError || (uncaughtError = e))\n' +
      '        if (lost !== null) return q.reject(lost)\n' +
      // Of a transaction that is over nothing more is sent, not even the end of a savepoint in it.
      '        if (isOver ? name || !q.ends : isEnding && !q.ends)\n' +
      "          return q.reject(Errors.generic('TRANSACTION_ENDED', 'the transaction this statement belongs to has ended'))\n",
  },
  // A transaction ends once. Unpatched, the driver sends ROLLBACK as soon as one branch of the work fails, and later
  // statements of the other branches run on the same connection as transactions of their own. Therefore the statement that
  // ends a scope is sent last: earlier statements are answered before it, because a connection answers in order, and later
  // ones are refused. A COMMIT that PostgreSQL answers with ROLLBACK means that a statement without an awaiter failed; it
  // is reported as a failure. Only flags are kept: the connection's callbacks would keep a finished query alive.
  {
    file: 'index',
    before: '      let uncaughtError\n        , result\n',
    after: '      let uncaughtError\n        , result\n        , isEnding = false\n',
  },
  {
    file: 'index',
    before: '        await (name\n',
    after: '        await end(name\n',
  },
  {
    file: 'index',
    before: '          : await sql`commit`\n      }\n\n      return result\n',
    after:
      "          : (await end(sql`commit`)).command !== 'COMMIT' && failed()\n      }\n      else isEnding = true\n\n      return result\n\n" +
      '      function end(q) {\n        q.ends = isEnding = true\n        name || (isOver = true)\n        return q\n      }\n\n' +
      '      function failed() {\n' +
      "        throw uncaughtError || Errors.generic('TRANSACTION_ROLLED_BACK', 'the transaction was rolled back')\n      }\n",
  },
  // A transaction has its connection to itself, however full that is. The driver reserved it only when it could have taken
  // another statement: a BEGIN that was the hundredth, or met a full socket, was sent and refused all the same, and what
  // others asked there next became part of a transaction that nobody ends.
  {
    file: 'connection',
    before: '      return write(toBuffer(q))\n',
    after: '      const isReady = write(toBuffer(q))\n',
  },
  {
    file: 'connection',
    before: '        && (!q.options.onexecute || q.options.onexecute(connection))\n',
    after: '\n      return q.options.onexecute ? q.options.onexecute(connection) : isReady\n',
  },
  // A connection that owes an answer and sends nothing for `silence_timeout` seconds is closed: a half-open
  // connection would never fail by itself. Every byte received restarts the timer, so a long answer does not count as
  // silence.
  {
    file: 'connection',
    before: '      , connectTimer = timer(connectTimedOut, options.connect_timeout)\n',
    after:
      '      , connectTimer = timer(connectTimedOut, options.connect_timeout)\n' +
      '      , silenceTimer = timer(fellSilent, options.silence_timeout)\n',
  },
  {
    file: 'connection',
    before: '  function connectTimedOut() {\n',
    after:
      '  function fellSilent() {\n' +
      '    if (socket === null || (!query && !initial && sent.length === 0)) return\n' +
      '    const silentSocket = socket, before = heard\n' +
      // What has arrived while this process was busy is read in this turn: only then nothing came.
      '    setImmediate(() => {\n' +
      '      if (socket !== silentSocket || heard !== before) return\n' +
      '      silences++\n' +
      `      if (silences < ${longFactor} && query && query.string && query.string.includes('${takesLong}')) return silenceTimer.start()\n` +
      // The waiting query fails only after the socket has closed: earlier, its retry would get this connection before
      // it is reopened.
      "      errorResponse = Errors.connection('CONNECTION_SILENT', options, socket)\n" +
      '      socket.destroy()\n    })\n  }\n\n  function connectTimedOut() {\n',
  },
  {
    file: 'connection',
    before: '    const x = socket.write(chunk, fn)\n',
    // A query sent while an answer is pending does not restart the timer.
    after: '    const x = socket.write(chunk, fn)\n    isOwed || silenceTimer.start()\n    isOwed = true\n',
  },
  {
    file: 'connection',
    before: '  function data(x) {\n',
    after: '  function data(x) {\n    heard++\n    silences = 0\n    isOwed = true\n    silenceTimer.start()\n',
  },
  {
    file: 'connection',
    before: '      return // Consider opening if able and sent.length < 50\n',
    after:
      '      return // Consider opening if able and sent.length < 50\n\n    isOwed = false\n    silenceTimer.cancel()\n',
  },
  {
    file: 'connection',
    before: '    connectTimer.cancel()\n\n    socket.removeAllListeners()\n',
    after:
      '    connectTimer.cancel()\n    isOwed = false\n    silenceTimer.cancel()\n\n    socket.removeAllListeners()\n',
  },
  {
    file: 'connection',
    before: '    , closedTime = 0\n',
    after: '    , closedTime = 0\n    , heard = 0\n    , silences = 0\n    , isOwed = false\n',
  },
  {
    file: 'index',
    before: '    max_pipeline    : 100,\n',
    after: '    max_pipeline    : 100,\n    silence_timeout : null,\n',
  },
  // V8 makes a function that is written straight into a property in the old generation, at once. Nobody looks there before
  // the next whole collection, and until then it keeps what it closes over: every query, its rows and its transaction. A
  // function that has a name before it is put there is as young as the rest.
  {
    file: 'query',
    before:
      '    this.resolve = x => (this.active = false, resolve(x))\n' +
      '    this.reject = x => (this.active = false, reject(x))\n\n',
    after:
      '    const done = x => (this.active = false, resolve(x))\n' +
      '    const failed = x => (this.active = false, reject(x))\n' +
      '    this.resolve = done\n    this.reject = failed\n\n',
  },
  {
    file: 'index',
    before: '      acc[name] = (x) => new Parameter(x, type.to)\n',
    after: '      const make = (x) => new Parameter(x, type.to)\n      acc[name] = make\n',
  },
  {
    file: 'index',
    before: '      sql.prepare = x => prepare = x.replace(/[^a-z0-9$-_. ]/gi)\n',
    after: '      const prepared = x => prepare = x.replace(/[^a-z0-9$-_. ]/gi)\n      sql.prepare = prepared\n',
  },
  // A sign that all this was done, to be looked for after the driver was loaded.
  { file: 'index', before: 'Object.assign(Postgres, {\n', after: 'Object.assign(Postgres, {\n  mended: true,\n' },
]

const path = /\/node_modules\/postgres\/src\/(connection|index|query)\.js$/

function mend(file: string, source: string): string {
  return mends
    .filter((one) => one.file === file)
    .reduce((text, { before, after }) => {
      assert(text.split(before).length === 2, `the driver is of a version its mends were not made for: ${before}`)
      return text.replace(before, () => after)
    }, source)
}

const textOf = (source: string | ArrayBuffer | NodeJS.TypedArray): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)

const hooks = registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const file = path.exec(url)?.[1]
    if (file === undefined || loaded.source === undefined || loaded.source === null) return loaded
    return { ...loaded, source: mend(file, textOf(loaded.source)) }
  },
})
const { default: driver } = await import('postgres')
hooks.deregister()
assert('mended' in driver, 'nobody loads the driver before its mends')

/**
 * Opens a pool; see `connect`. Beside the driver's own options it knows `silence_timeout`: how many seconds a connection
 * that owes an answer may say nothing.
 */
export const openPool = driver
/** What PostgreSQL answered when it refused, with its SQLSTATE in `code`. */
export const { PostgresError } = driver
