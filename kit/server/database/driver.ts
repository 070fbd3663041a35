import { registerHooks } from 'node:module'
import { assert } from '@bolsillo/kernel'

/**
 * The PostgreSQL driver, patched as it is loaded. postgres.js 3.4.9 does not survive the loss of a connection inside
 * a transaction (upstream issues 1133, 1193, 1208 and 1216): the process crashes, or the connection never reopens, or
 * the rest of a dead transaction runs inside another one. It also keeps every finished query in memory until the next
 * full garbage collection (decision 0051). Decision 0023 says why the source is patched and when this file can go.
 * Import the driver only from here: the package itself is unpatched.
 */

interface Mend {
  readonly file: 'connection' | 'index' | 'query'
  /** Occurs exactly once in the file; otherwise the patch does not fit this version. */
  readonly before: string
  readonly after: string
}

/** Marks, in an SQL comment, a statement whose first row may take as long as PostgreSQL allows. */
const takesLong = 'takes long'
/** How many times longer such a statement may be silent. */
const longFactor = 10

const mends: readonly Mend[] = [
  // A statement for a lost connection fails at once. Buffered, it would be the first statement of the next
  // connection; without a socket, the write would throw where nobody can catch it.
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
  // The buffer of the old socket is dropped, and so is its timer: a cancelled timer that is still set would keep the
  // next connection from ever sending.
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
  // All queries that wait for an answer of the old connection fail, including the one it was opened for (for which
  // the driver would reopen connections for ever). No state of the old session is left for the next.
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
  // Rows that are copied out: the socket is paused while their reader is slow, and must go on when the last row came
  // meanwhile, and when the reader has failed; otherwise the connection is silent for ever.
  {
    file: 'connection',
    before: '    stream = new Stream.Readable({\n      read() { socket.resume() }\n    })\n',
    after:
      '    const reader = stream = new Stream.Readable({\n' +
      '      read() { socket && socket.resume() },\n' +
      '      destroy(error, callback) {\n' +
      '        socket && socket.resume()\n        if (stream === reader) stream = null\n        callback(error)\n' +
      '      }\n    })\n',
  },
  {
    file: 'connection',
    before: '    stream && stream.push(null)\n    stream = null\n',
    after: '    stream && stream.push(null)\n    socket.resume()\n    stream = null\n',
  },
  // Rows that are copied in: whoever waits for the last one to be taken is also answered when it is not, and a
  // connection that is lost has no socket.
  {
    file: 'connection',
    before: '    stream && (stream.destroy(err), stream = null)\n',
    after: '    stream && (stream.destroy(err), stream = null)\n    final && (final(err), final = null)\n',
  },
  {
    file: 'connection',
    before: '    stream = new Stream.Writable({\n      autoDestroy: true,\n      write(chunk, encoding, callback) {\n',
    after:
      '    stream = new Stream.Writable({\n      autoDestroy: true,\n      write(chunk, encoding, callback) {\n' +
      "        if (socket === null) return callback(Errors.connection('CONNECTION_CLOSED', options))\n",
  },
  {
    file: 'connection',
    before:
      '        socket.write(b().f().str(error + b.N).end())\n        stream = null\n      },\n' +
      '      final(callback) {\n        socket.write(b().c().end())\n        final = callback\n        stream = null\n',
    after:
      '        stream = null\n        if (error && socket !== null) socket.write(b().f().str(error + b.N).end())\n      },\n' +
      '      final(callback) {\n' +
      "        if (socket === null) return callback(Errors.connection('CONNECTION_CLOSED', options))\n" +
      '        socket.write(b().c().end())\n        final = callback\n        stream = null\n',
  },
  // The driver's own query of types has no caller: nobody would catch its failure.
  {
    file: 'connection',
    before: '        return fetchArrayTypes()\n',
    after: '        return fetchArrayTypes().catch(() => {})\n',
  },
  // A transaction whose connection was lost is over: its later statements are refused, because the connection may be
  // open again and running another transaction.
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
      // Nothing more of an ended transaction is sent, not even the end of a savepoint.
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
  // A transaction always reserves its connection. The driver reserved it only if it had capacity for another
  // statement: after a BEGIN that was the hundredth statement, or met a full socket, statements of others became part
  // of a transaction that nobody ends.
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
      // Bytes that arrived while the process was busy are read in this turn: the check comes after it.
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
  // V8 allocates a function that is assigned directly to a property in the old generation. Until the next full
  // collection it keeps its closure alive: the query, its rows and its transaction. A function that is first bound to
  // a name is allocated in the young generation.
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
  // A marker that all patches were applied, checked after the driver is loaded.
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
 * Opens a pool; see `connect`. Besides the driver's options it has `silence_timeout`: how many seconds a connection
 * that owes an answer may be silent.
 */
export const openPool = driver
/** An error response of PostgreSQL, with its SQLSTATE in `code`. */
export const { PostgresError } = driver
