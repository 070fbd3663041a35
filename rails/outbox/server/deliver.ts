import type { MessageOutcome, MessageTransport } from '@bolsillo/identity/server'
import { type Instant, plusMs } from '@bolsillo/kernel'
import { type Sealer, type Services, systemTimers, transaction } from '@bolsillo/server-kit'
import { nextTryAt } from '../retry.ts'
import { noteEnd, noteLater, type TakenMessage, takeDue } from './outbox-store.ts'
import { openMessage } from './sealed-message.ts'

/** Sends what waits, each channel by itself: one that is slow or down holds up no other. */
export interface Delivery {
  readonly start: () => void
  readonly stop: () => Promise<void>
  /** Sends what is due now. For tests. */
  readonly sendDue: () => Promise<void>
}

const pollMs = 500
const atOnce = 4
/** Longer than any transport takes. */
const leaseMs = 120_000
const restFirstMs = 2_000
const restMaxMs = 60_000
const cause = { cause: 'job:message-outbox.deliver' }

/** Delivery by these transports; messages of a channel without one wait. */
export function createDelivery(services: Services, sealer: Sealer, transports: readonly MessageTransport[]): Delivery {
  const channels = transports.map((transport) => channelOf(services, sealer, transport))
  return {
    start: () => {
      for (const channel of channels) channel.start()
    },
    stop: async () => {
      await Promise.all(channels.map((channel) => channel.stop()))
    },
    sendDue: async () => {
      await Promise.all(channels.map((channel) => channel.round()))
    },
  }
}

function channelOf(services: Services, sealer: Sealer, transport: MessageTransport) {
  const { sql, clock, log, timers = systemTimers } = services
  let cancel: () => void = () => undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let failures = 0
  let restUntil = 0

  const round = async (): Promise<void> => {
    let wasFull = true
    while (wasFull && !stopped && clock.now() >= restUntil) {
      const now = clock.now()
      // A channel that was down is asked again with one message, not with all that wait.
      const limit = failures > 0 ? 1 : atOnce
      const query = { channel: transport.channel, now, leaseUntil: plusMs(now, leaseMs), limit }
      const taken = await takeDue(sql, query)
      const outcomes = await Promise.all(taken.map((one) => sendOne(services, sealer, transport, one)))
      const isDown = outcomes.includes('down')
      if (isDown) {
        failures += 1
        restUntil = clock.now() + Math.min(restMaxMs, restFirstMs * 2 ** Math.min(failures - 1, 10))
      } else if (outcomes.includes('sent')) failures = 0
      wasFull = taken.length > 0
    }
  }
  const tick = (): void => {
    running = round()
      .catch((error: unknown) => log.warn({ channel: transport.channel, error }, 'messages wait for the database'))
      .then(() => {
        if (!stopped) cancel = timers.after(pollMs, tick)
      })
  }
  return {
    round,
    start: tick,
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
  }
}

/** Tries a message once and notes the outcome. */
async function sendOne(
  services: Services,
  sealer: Sealer,
  transport: MessageTransport,
  taken: TakenMessage,
): Promise<MessageOutcome['kind'] | 'late'> {
  const { sql, clock, log } = services
  const opened = openMessage(sealer, taken.id, taken.sealed)
  const end = (state: 'sent' | 'refused' | 'late', at: Instant, problem?: Parameters<typeof noteEnd>[2]['problem']) =>
    transaction(sql, (tx) => noteEnd(tx, taken, { state, problem, at }), cause)
  if (opened === undefined) {
    log.error({ message: taken.id }, 'a message was altered in the database and is not sent')
    await end('refused', clock.now(), 'altered')
    return 'refused'
  }
  if (opened.expiresAt <= clock.now()) {
    await end('late', clock.now())
    return 'late'
  }
  const outcome = await tryToSend(transport, opened.message)
  const now = clock.now()
  if (outcome.kind === 'sent') await end('sent', now)
  else if (outcome.kind === 'refused') await end('refused', now, outcome.problem)
  else {
    const at = nextTryAt(now, taken.tries, opened.message.code !== undefined)
    await noteLater(sql, taken, { problem: outcome.problem, nextTryAt: at })
  }
  if (outcome.kind !== 'sent') {
    log.warn({ message: taken.id, channel: transport.channel, tries: taken.tries, ...outcome }, 'message not sent')
  }
  return outcome.kind
}

/** A transport that throws is one that is down: a message is lost by no defect of it. Its error may name what it sent. */
async function tryToSend(
  transport: MessageTransport,
  message: Parameters<MessageTransport['send']>[0],
): Promise<MessageOutcome> {
  try {
    return await transport.send(message)
  } catch {
    return { kind: 'down', problem: 'unreachable' }
  }
}
