import {
  getCaptcha,
  login,
  loginInfo,
  logout,
  readPracticeInbox,
  resetPassword,
  sendCode,
} from '@bolsillo/identity/contract'
import { answer, ask } from '@bolsillo/journeys/stage/api'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { RaceMarket, Racer } from './race-market.ts'
import { countLiveSessions } from './race-store.ts'
import { doneOf, expectThat, type Race, tally, unclean } from './round.ts'
import type { Post } from './senders.ts'

/** As many sessions as one customer may have at a time. */
const sessionsMax = 5
const newPassword = 'carrera-nueva-83'

const fromOf = (racer: Racer, index = 0): string => `127.1.${racer.number % 250}.${1 + index}`
const deviceOf = (racer: Racer): string => `device-of-racer-${String(racer.number).padStart(8, '0')}`

const cookieOf = (racer: Racer): string => `bolsillo-device=${deviceOf(racer).padEnd(43, 'x')}`

const signingIn = (market: RaceMarket, racer: Racer, index: number, afterMs = 0): Post => ({
  path: login.path,
  key: market.newKey(),
  from: fromOf(racer, index),
  afterMs,
  fields: {
    account: racer.account,
    password: racer.password,
    // Every second one comes from a device that is known: failures elsewhere do not make it wait.
    ...(index % 2 === 0 ? { deviceKey: deviceOf(racer) } : {}),
  },
})

async function solvedCaptcha(market: RaceMarket): Promise<string> {
  const { parameters, signature } = await ask(market.url, getCaptcha, {})
  const challenge = { parameters, signature } as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Asks for a code on the racer's device and reads it in the practice inbox. */
async function codeFor(market: RaceMarket, racer: Racer): Promise<string> {
  const deviceKey = deviceOf(racer)
  await market.send({
    path: sendCode.path,
    key: market.newKey(),
    from: fromOf(racer),
    cookie: cookieOf(racer),
    fields: { purpose: 'reset-password', account: racer.account, captcha: await solvedCaptcha(market), deviceKey },
  })
  const { messages } = await ask(market.url, readPracticeInbox, { deviceKey }, { cookie: cookieOf(racer) })
  const code = messages.find((message) => message.code !== undefined)?.code
  if (code === undefined) throw new Error('no code arrived')
  return code
}

/** Which of these tokens still open a door. */
async function liveOf(market: RaceMarket, tokens: readonly string[]): Promise<number> {
  const found = await Promise.all(tokens.map((token) => answer(market.url, loginInfo, {}, { token })))
  return found.filter(({ kind }) => kind === 'reply').length
}

const resetOrSignIn: Race = {
  name: 'races-password-reset',
  done: 'one code used by ten senders to reset a password while ten sign in with the old one, some of them a moment later',
  round: async (market, racer) => {
    const first = await market.send(signingIn(market, racer, 0))
    const code = await codeFor(market, racer)
    const captcha = await solvedCaptcha(market)
    const resets = Array.from({ length: 10 }, (_, index) => ({
      path: resetPassword.path,
      key: market.newKey(),
      from: fromOf(racer, 20 + index),
      fields: { account: racer.account, code, password: newPassword, captcha },
    }))
    const signIns = Array.from({ length: 10 }, (_, index) =>
      signingIn(market, racer, index, market.rng.nextUint32() % 120),
    )
    const answers = await market.race([...resets, ...signIns])
    const reset = answers.filter(({ post }) => post.path === resetPassword.path)
    const opened = answers.filter(({ post }) => post.path === login.path)
    const tokens = doneOf([first, ...opened]).map(({ data }) => String(data.token))
    const alive = await liveOf(market, tokens)
    return {
      outcomes: { ...tally(reset, 'reset '), ...tally(opened, 'sign-in '), 'sessions that outlived the reset': alive },
      problems: [
        ...unclean(resetPassword, reset),
        ...unclean(login, opened),
        ...expectThat(doneOf(reset).length === 1, `${doneOf(reset).length} resets with one code`),
        ...expectThat(alive === 0, `${alive} sessions opened with the old password are alive`),
      ],
    }
  },
}

const manySignIns: Race = {
  name: 'races-sign-in-and-out',
  done: 'sixteen sign-ins of one account at once, then fifty senders that sign out of one session or read with it',
  round: async (market, racer) => {
    const { password } = racer
    const signIns = Array.from({ length: 16 }, (_, index) => signingIn(market, racer, index))
    const opened = await market.race(signIns.map((post) => ({ ...post, fields: { ...post.fields, password } })))
    const live = await countLiveSessions(market.sql, racer.customerId)
    const tokens = doneOf(opened).map(({ data }) => String(data.token))
    const alive = await liveOf(market, tokens)
    const token = tokens.at(-1) ?? ''
    const signOuts = Array.from({ length: 25 }, () => ({ path: logout.path, token, key: market.newKey(), fields: {} }))
    const left = await market.race(signOuts)
    const after = await liveOf(market, [token])
    return {
      outcomes: { ...tally(opened, 'sign-in '), ...tally(left, 'sign-out ') },
      problems: [
        ...unclean(login, opened),
        ...unclean(logout, left),
        ...expectThat(tokens.length > 0, 'nobody could sign in'),
        ...expectThat(live <= sessionsMax && alive <= sessionsMax, `${live} sessions are live, ${alive} answer`),
        ...expectThat(after === 0, 'a session answers after it was left'),
      ],
    }
  },
}

/** Races for the way in. In this order: the reset leaves another password behind. */
export const sessionRaces: readonly Race[] = [manySignIns, resetOrSignIn]
