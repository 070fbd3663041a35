import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageSecurityPolicy, serviceWorkerPolicy, wholePagePolicy } from './edge/security-headers.ts'
import { createWebServer } from './web-server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

describe('the web server', () => {
  it('answers what is under way before it closes', async () => {
    const app = createWebServer(testServices({ sql: database.sql }), { trustedTypes: [], styleHashes: [] })
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    app.get('/slow', async () => {
      begin()
      await sleep(200)
      return 'whole'
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = fetch(`${url}/slow`)
    await begun
    await app.close()
    expect(await (await answer).text()).toBe('whole')
  })

  it.each([true, false])('leaves no timer behind that keeps the process, listening: %s', async (isListening) => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    const app = createWebServer(testServices({ sql: database.sql }), { trustedTypes: [], styleHashes: [] })
    if (isListening) await app.listen({ port: 0, host: '127.0.0.1' })
    else await app.ready()
    await app.close()
    expect(timers()).toBeLessThanOrEqual(before)
  })

  it('refuses an address that cannot be read, in the same words as everything else', async () => {
    const app = createWebServer(testServices({ sql: database.sql }), { trustedTypes: [], styleHashes: [] })
    const answer = await app.inject('/%zz')
    await app.close()
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 10_001 }])
  })

  it('lets nothing but pages of the app ask for the position', async () => {
    const asked = async (mayAskPosition: boolean, path: string) => {
      const policy = { trustedTypes: [], styleHashes: [], mayAskPosition }
      const app = createWebServer(testServices({ sql: database.sql }), policy)
      app.get('/page', (_, reply) => reply.type('text/html').send('<p>'))
      app.get('/data', (_, reply) => reply.send({}))
      app.get('/whole', (_, reply) =>
        reply.type('text/html').header('content-security-policy', wholePagePolicy('<p>')).send('<p>'),
      )
      const { headers } = await app.inject(path)
      await app.close()
      return /geolocation=(\(\w*\))/.exec(String(headers['permissions-policy']))?.[1]
    }
    expect(await asked(true, '/page')).toBe('(self)')
    expect([await asked(true, '/data'), await asked(true, '/whole'), await asked(false, '/page')]).toEqual(
      Array(3).fill('()'),
    )
  })

  it('gives pages a policy without inline code, and data one that loads nothing', async () => {
    const policy = { trustedTypes: ['one'], styleHashes: [] }
    const app = createWebServer(testServices({ sql: database.sql }), policy)
    app.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send('<p>'))
    app.get('/data', (_, reply) => reply.send({}))
    const own = (path: string, policy: string) =>
      app.get(path, (_, reply) => reply.type('text/html').header('content-security-policy', policy).send('<p>'))
    own('/whole', wholePagePolicy('<script>1</script>'))
    own('/worker', serviceWorkerPolicy)
    own('/loose', "default-src 'none'; script-src 'unsafe-inline'")
    own('/looser', 'script-src https://elsewhere.example')
    const [page, data] = [await app.inject('/page'), await app.inject('/data')]
    const policyOf = async (path: string) => (await app.inject(path)).headers['content-security-policy']
    expect(await policyOf('/whole')).toBe(wholePagePolicy('<script>1</script>'))
    expect(await policyOf('/worker')).toBe(serviceWorkerPolicy)
    expect([await policyOf('/loose'), await policyOf('/looser')]).toEqual(Array(2).fill(pageSecurityPolicy(policy)))
    await app.close()
    expect(page.headers['content-security-policy']).toBe(pageSecurityPolicy(policy))
    expect(pageSecurityPolicy(policy)).not.toMatch(/unsafe|https?:|\*/)
    expect(pageSecurityPolicy(policy)).toContain("require-trusted-types-for 'script'; trusted-types one")
    expect(data.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    const whole = wholePagePolicy('<style>p{}</style><script type="module">let a</script>')
    expect(whole).toContain("script-src 'sha256-IfEXP/8HLuXoAiy0hZVrCAcjcLsZqYFpLOHDGj8enqE='; style-src 'sha256-")
    expect(data.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
})
