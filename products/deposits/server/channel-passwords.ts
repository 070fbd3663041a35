import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import type { Services, WriteContext } from '@bolsillo/server-kit'
import { depositRejections as r } from '../contract/index.ts'
import { depositLimits } from '../domain/index.ts'
import { findChannelPassword, forgetPasswordTries, takePasswordTry } from './channel-password-store.ts'

/** A password as it is kept: under a key of the installation's, so that the database alone does not reveal it. */
export function hashChannelPassword({ secret }: Pick<Services, 'secret'>, channel: string, password: string): Buffer {
  return createHmac('sha256', secret('deposit-channel-password')).update(`${channel}\n${password}`).digest()
}

/** Why a channel's password does not let this customer through; undefined when it does or the channel has none. */
export async function passwordRefusal(
  services: Pick<Services, 'secret'>,
  context: Pick<WriteContext, 'tx' | 'aside' | 'now'>,
  attempt: { readonly customerId: Id<'cus'>; readonly channel: string; readonly password: string | undefined },
): Promise<Rejection | undefined> {
  const { customerId, channel, password } = attempt
  const hash = await findChannelPassword(context.tx, channel)
  if (hash === undefined) return undefined
  const field = 'channelPassword'
  if (password === undefined) return reject(r.channelPasswordMissing, { field })
  const { passwordTriesMax: triesMax, passwordWaitMs } = depositLimits
  const tried = { customerId, channel, at: context.now, forgetBefore: plusMs(context.now, -passwordWaitMs), triesMax }
  // In a transaction of its own: a wrong try counts although the request is refused.
  const tries = await context.aside((tx) => takePasswordTry(tx, tried))
  if (tries > triesMax) {
    return reject(r.channelPasswordWait, { field, values: { minutes: String(passwordWaitMs / 60_000) } })
  }
  if (!timingSafeEqual(hash, hashChannelPassword(services, channel, password))) {
    return reject(r.channelPasswordWrong, { field, values: { triesLeft: String(triesMax - tries) } })
  }
  await context.aside((tx) => forgetPasswordTries(tx, customerId, channel))
  return undefined
}
