import type { RequestOf } from '@bolsillo/contract'
import { codeRules, nextCodeAt } from '@bolsillo/factors/domain'
import { codesSentTo, lockCodesOf } from '@bolsillo/factors/server'
import { isRejection, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import { type Language, useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { type CodePurpose, identityRejections } from '../../contract/index.ts'
import { type Address, addressText } from '../../domain/index.ts'
import type { Mail } from '../../messages/mail/es-ES.ts'
import { type Customer, findCustomer, findCustomerByAddress } from '../account/customer-store.ts'
import { type IdentityDeps, readNewAddress, readOwnAddress, roundedUp } from '../deps.ts'
import { askerOf } from '../message/practice-inbox.ts'
import { deviceHash } from '../secrets.ts'
import { isKeyOnly } from '../session/key-only-store.ts'

const hourMs = 3_600_000

/**
 * Sends a one-time code. Whether or not the address is a customer's, the same is written, sent and answered; only the
 * message differs, and only the owner of the address reads that.
 */
export const sendCode = useCase(calls.sendCode, async (request, context, deps: IdentityDeps) => {
  const { tx, now } = context
  const target = await findTarget(deps, request, context)
  if (isRejection(target)) return target
  const { address, customer } = target
  if (context.customer === undefined && !(await deps.captcha.spend(tx, request.captcha ?? ''))) {
    return reject(identityRejections.captchaWrong, { field: 'captcha' })
  }
  const text = addressText(address)
  await lockCodesOf(tx, text)
  const sentAt = await codesSentTo(tx, text, now - hourMs, now)
  const waitUntil = nextCodeAt(sentAt, now)
  if (waitUntil > now) {
    const minutes = roundedUp(waitUntil, now, 60_000)
    return reject(identityRejections.codesTooMany, { values: { minutes, until: String(waitUntil) } })
  }
  const resets = request.purpose === 'reset-password' && customer !== undefined
  const kind =
    resets && (await isKeyOnly(tx, customer.id)) ? 'key-only' : kindOf(request.purpose, customer !== undefined)
  const isDecoy = !kind.endsWith('-code')
  const made = await deps.codes.make(tx, { address: text, purpose: request.purpose, isDecoy, at: now })
  await deps.sender.send(tx, {
    to: address,
    kind,
    language: languageFor(customer, context),
    values: { minutes: String(codeRules.lifeMs / 60_000) },
    ...(isDecoy ? {} : { code: made.code }),
    customerId: customer?.id,
    deviceHash: deviceHash(request.deviceKey),
    asker: askerOf(context),
    at: now,
  })
  await deps.audit.record(tx, {
    at: now,
    actor: context.customer?.customerId ?? 'anonymous',
    action: 'identity.code-send',
    subject: customer?.id ?? `address:${deps.markOf(text)}`,
    details: { purpose: request.purpose, message: kind },
  })
  return { expiresAt: made.expiresAt, nextAt: plusMs(now, nextCodeAt([now, ...sentAt], now) - now) }
})

interface Target {
  readonly address: Address
  readonly customer: Customer | undefined
}

/** Codes that go to the account's own address, and codes that go to an address it is to have. Both need a session. */
const ownPurposes: ReadonlySet<CodePurpose> = new Set(['trade-password', 'withdrawal-password', 'unfreeze'])
const newAddressOf: Partial<Record<CodePurpose, Address['kind']>> = { 'change-email': 'email', 'add-phone': 'phone' }

/** Whom the code is for: the session's own customer for what is theirs already, otherwise whoever has the typed address. */
async function findTarget(
  deps: IdentityDeps,
  request: RequestOf<typeof calls.sendCode>,
  { tx, customer: session }: WriteContext,
): Promise<Target | Rejection> {
  const missing = (): Rejection => reject(identityRejections.accountMissing, { field: 'account' })
  if (ownPurposes.has(request.purpose)) {
    const own = session === undefined ? undefined : await findCustomer(tx, session.customerId)
    return own === undefined ? missing() : { address: own.address, customer: own }
  }
  const isChange = newAddressOf[request.purpose] !== undefined
  if (request.account === undefined || (isChange && session === undefined)) return missing()
  const { purpose, account, areaCode } = request
  const address =
    purpose === 'reset-password'
      ? readOwnAddress(deps, account, areaCode)
      : readNewAddress(deps, account, areaCode, newAddressOf[purpose])
  return isRejection(address) ? address : { address, customer: await findCustomerByAddress(tx, address) }
}

function kindOf(purpose: CodePurpose, isCustomer: boolean): keyof Mail {
  switch (purpose) {
    case 'register':
      return isCustomer ? 'account-exists' : 'register-code'
    case 'reset-password':
      return isCustomer ? 'reset-code' : 'no-account'
    case 'trade-password':
      return 'trade-code'
    case 'withdrawal-password':
      return 'withdrawal-code'
    case 'unfreeze':
      return 'unfreeze-code'
    case 'change-email':
      return isCustomer ? 'address-taken' : 'email-code'
    case 'add-phone':
      return isCustomer ? 'address-taken' : 'phone-code'
  }
}

/** Customers are written to in their own language, whoever asked. */
function languageFor(customer: Customer | undefined, { caller }: WriteContext): Language {
  return customer?.language ?? caller.language
}
