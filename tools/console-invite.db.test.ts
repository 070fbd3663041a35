import {
  newDataFolder,
  removeDataFolder,
  runTool,
  type ServerProcess,
  type StartBlock,
  startServerProcess,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const dataFolder = newDataFolder()
let server: ServerProcess
let block: StartBlock
beforeAll(async () => {
  server = startServerProcess({ DATA_DIR: dataFolder })
  block = await server.block()
})
afterAll(async () => {
  await server.stop()
  removeDataFolder(dataFolder)
})

const run = (args: readonly string[], folder = dataFolder) =>
  runTool(new URL('console-invite.ts', import.meta.url), args, { DATA_DIR: folder, CONSOLE_URL: block.console })

const readInvitation = async (token: string) => {
  const response = await fetch(`${block.console}/console-api/invitation`, {
    method: 'POST',
    headers: { 'x-requested-with': 'test' },
    body: new URLSearchParams({ token }),
  })
  return {
    status: response.status,
    body: (await response.json()) as { readonly data: Readonly<Record<string, unknown>> },
  }
}

describe('npm run console:invite', () => {
  it('prints a link once that opens an invitation with the roles named, while the server runs', async () => {
    const { code, out } = await run(['--name', 'María Ruiz', '--roles', 'admin,compliance'])
    expect(code).toBe(0)
    const [, origin, token = ''] = /^ {2}(\S+)\/invitation\?token=(\S+)/m.exec(out) ?? []
    expect(origin).toBe(block.console)
    expect(token.length).toBeGreaterThan(30)
    expect(out.split(token)).toHaveLength(2)
    expect(await readInvitation(token)).toMatchObject({
      status: 200,
      body: { data: { account: 'maria.ruiz', name: 'María Ruiz' } },
    })
    expect((await readInvitation(`${token.slice(0, -2)}xx`)).status).toBeGreaterThanOrEqual(400)
  })

  it('past the first two accounts is recorded as an act past the staff, and counted in public', async () => {
    const rootActs = async () => {
      const response = await fetch(`${block.url}/ipcf-api/index/staff/powers`)
      const { data } = (await response.json()) as { readonly data: { readonly rootActs: { readonly ever: number } } }
      return data.rootActs.ever
    }
    // The practice market begins with two accounts of its own.
    const before = await rootActs()
    const { code, out } = await run(['--name', 'Otra Más', '--roles', 'support'])
    expect(code).toBe(0)
    expect(out).toContain('past the staff')
    expect(await rootActs()).toBe(before + 1)
  })

  it.each([
    ['--name', ['--roles', 'admin']],
    ['--roles', ['--name', 'María Ruiz', '--roles', 'admin,owner']],
    ['--roles', ['--name', 'María Ruiz']],
    ['--account', ['--name', 'María Ruiz', '--roles', 'admin', '--account', 'a b']],
    ['--role is not known', ['--role', 'admin']],
  ])('says of %s what is allowed, and invites nobody', async (named, args) => {
    const { code, out, said } = await run(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(said).toContain(named)
  })
})
