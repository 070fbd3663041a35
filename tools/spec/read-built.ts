import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { contractOf, exported, isCall } from '../walls/room-contents.ts'
import { readRooms } from '../walls/tree.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every call of customers that a room's contract declares, as `METHOD path`. A call in a contract is mounted: the composition refuses others. */
export async function readCalls(): Promise<readonly string[]> {
  const contracts = await Promise.all(
    readRooms(root).map(({ folder }) => contractOf(join(root, folder), 'contract/index.ts')),
  )
  return contracts.flatMap((contract) => exported(contract, isCall)).map(({ method, path }) => `${method} ${path}`)
}

/** Every route of the customers' app, as its own module has them. */
export async function readPages(): Promise<readonly string[]> {
  const vite = await createServer({
    root: join(root, 'apps/web'),
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    // Modules of the app set the colors of the page as they are read.
    Reflect.set(globalThis, 'document', { documentElement: { dataset: {} } })
    const { pages } = (await vite.ssrLoadModule('/routes.ts')) as { pages: ReadonlyArray<{ readonly path: string }> }
    return pages.map(({ path }) => path)
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
    await vite.close()
  }
}
