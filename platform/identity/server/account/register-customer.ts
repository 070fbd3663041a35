import type { RequestOf } from '@bolsillo/contract'
import { randomReadable } from '@bolsillo/factors/server'
import { assert, type Id, integerBetween, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { legalRejections } from '@bolsillo/legal/contract'
import { acceptAtRegistration, isInForce, type OfferedVersions } from '@bolsillo/legal/server'
import { useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { type Address, addressText, readInviteCode } from '../../domain/index.ts'
import { type IdentityDeps, readNewAddress, refuseBusy, refuseLoginPassword, userOf } from '../deps.ts'
import { deviceHash } from '../secrets.ts'
import { findCustomer, findCustomerByInviteCode, insertCustomer, noteDevice } from './customer-store.ts'

/**
 * Opens an account. The address of somebody who has one is refused exactly as a wrong code is: their code is a decoy,
 * and the message they got says what is going on.
 */
export const register = useCase(calls.register, async (request, context, deps: IdentityDeps) => {
  const { tx, now } = context
  const address = readNewAddress(deps, request.account, request.areaCode)
  if (isRejection(address)) return address
  if (!request.agreeDisclaimer || !request.agreePrivacy) {
    const field = request.agreeDisclaimer ? 'agreePrivacy' : 'agreeDisclaimer'
    return reject(identityRejections.consentsNeeded, { field })
  }
  const offered = { disclaimer: request.disclaimerVersion, privacy: request.privacyVersion }
  if (!(await isInForce(tx, offered, now))) {
    return reject(legalRejections.documentChanged, { field: 'agreeDisclaimer' })
  }
  const weak = refuseLoginPassword(deps, request.password, address)
  if (weak !== undefined) return weak
  const invitedBy = await findInviter(request, context)
  if (isRejection(invitedBy)) return invitedBy
  if (!(await deps.captcha.spend(tx, request.captcha))) {
    return reject(identityRejections.captchaWrong, { field: 'captcha' })
  }
  const text = addressText(address)
  const attempt = { address: text, purpose: 'register', code: request.code } as const
  const isRight = await deps.codes.spend(context, attempt)
  if (!isRight) return refuseCode()
  const passwordHash = await deps.hasher.hash(request.password)
  if (passwordHash === 'busy') return refuseBusy()
  const id = await insertNewCustomer(deps, context, { address, passwordHash, invitedBy, offered })
  if (id === undefined) return refuseCode()
  const device = deviceHash(request.deviceKey)
  if (device !== undefined) await noteDevice(tx, id, device, now)
  const details = { by: address.kind, invited: String(invitedBy !== undefined) }
  await deps.audit.record(tx, { at: now, actor: id, action: 'identity.register', subject: id, details })
  const customer = await findCustomer(tx, id)
  assert(customer !== undefined, 'a customer just written can be read')
  return { user: userOf(customer) }
})

const refuseCode = (): Rejection => reject(identityRejections.codeWrong, { field: 'code' })

async function findInviter(
  request: RequestOf<typeof calls.register>,
  { tx }: WriteContext,
): Promise<Id<'cus'> | undefined | Rejection> {
  const code = readInviteCode(request.inviteCode ?? '')
  if (code === undefined) return undefined
  return (
    (await findCustomerByInviteCode(tx, code)) ?? reject(identityRejections.inviteCodeUnknown, { field: 'inviteCode' })
  )
}

// Numbers are drawn from ninety million; three draws in a row that are all taken do not happen to a broker's luck.
const drawsMax = 5

/** Who opens an account, and which documents they accept with it. */
interface NewCustomer {
  readonly address: Address
  readonly passwordHash: string
  readonly invitedBy: Id<'cus'> | undefined
  readonly offered: OfferedVersions
}

/** @returns undefined when the address became somebody's meanwhile. */
export async function insertNewCustomer(
  deps: Pick<IdentityDeps, 'services'>,
  { tx, now, caller }: Pick<WriteContext, 'tx' | 'now' | 'caller'>,
  { offered, ...customer }: NewCustomer,
): Promise<Id<'cus'> | undefined> {
  const { ids, rng } = deps.services
  const id = ids.next('cus')
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const inserted = await insertCustomer(tx, {
      ...customer,
      id,
      // Eight digits, the first not zero.
      displayNumber: BigInt(integerBetween(rng, 10_000_000, 99_999_999)),
      language: caller.language,
      inviteCode: randomReadable(rng, 1, 8).toUpperCase(),
      at: now,
    })
    if (!inserted) continue
    await acceptAtRegistration(tx, {
      ...{ customerId: id, language: caller.language, at: now, offered },
      practice: deps.services.mode === 'SIM',
    })
    return id
  }
  return undefined
}
