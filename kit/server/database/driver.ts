import { registerHooks } from 'node:module'
import { assert } from '@bolsillo/kernel'

/**
 * The PostgreSQL driver, mended as it is loaded. postgres.js 3.4.9 does not survive the death of a connection inside a
 * transaction (upstream issues 1133, 1193, 1208 and 1216): the process crashes, or the connection never comes back, or
 * what is left of a dead transaction runs inside somebody else's. Decision 0023 says why the source is mended here and
 * when this file goes. Everybody takes the driver from here; who imported it by its name would get it as it was.
 */

interface Mend {
  readonly file: 'connection' | 'index'
  /** Stands exactly once in the file, or the mend is not for this version. */
  readonly before: string
  readonly after: string
}

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
    after: '      , connection\n      , prepare = null\n      , lost = null\n',
  },
  {
    file: 'index',
    before: '        q.catch(e => uncaughtError || (uncaughtError = e))\n',
    after:
      '        q.catch(e => uncaughtError || (uncaughtError = e))\n' +
      '        if (lost !== null) return q.reject(lost)\n',
  },
  // A sign that all this was done, to be looked for after the driver was loaded.
  { file: 'index', before: 'Object.assign(Postgres, {\n', after: 'Object.assign(Postgres, {\n  mended: true,\n' },
]

const path = /\/node_modules\/postgres\/src\/(connection|index)\.js$/

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

/** Opens a pool; see `connect`. */
export const openPool = driver
/** What PostgreSQL answered when it refused, with its SQLSTATE in `code`. */
export const { PostgresError } = driver
