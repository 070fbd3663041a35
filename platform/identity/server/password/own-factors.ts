import { factorsOf, factorUseCases } from '@bolsillo/factors/server'
import { assert, present, reject } from '@bolsillo/kernel'
import type { Language, ReadContext, WriteContext } from '@bolsillo/server-kit'
import { ownFactorCalls as calls, identityRejections } from '../../contract/index.ts'
import { writeAddress } from '../../domain/index.ts'
import { messages as enUS } from '../../messages/en-US.ts'
import { messages as esES } from '../../messages/es-ES.ts'
import { messages as ptBR } from '../../messages/pt-BR.ts'
import { type Customer, lockCustomer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { coolDownHours, startCoolDown } from '../freeze/cool-downs.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { isKeyOnly } from '../session/key-only-store.ts'
import { whence } from '../session/own-session.ts'
import { lockOwnByPassword } from './check-login-password.ts'

const own = <Context extends ReadContext>(context: Context) => ({
  ...context,
  customer: present(context.customer, 'a call of customers has a customer'),
})

/** The second factors of customers. What changes them is reported to every address, and withdrawals wait. */
export const ownFactors = factorUseCases<IdentityDeps, Customer>(calls, {
  ownerOf: (context) => own(context).customer.customerId,
  find: async (context) => {
    const customer = await lockCustomer(context.tx, own(context).customer.customerId)
    assert(customer !== undefined, 'a session belongs to a customer')
    return customer
  },
  findByPassword: (deps, password, context) => lockOwnByPassword(deps, password, own(context)),
  labelsOf: ({ address }) => ({ app: writeAddress(address), passkey: writeAddress(address) }),
  whence: (context) => whence(own(context)),
  onAdded: notifyAdded,
  refuseRemoval: async (tx, { id }) =>
    (await isKeyOnly(tx, id)) && (await factorsOf(tx, id)).passkeys.length === 0
      ? reject(identityRejections.keyOnlyLast, { field: 'factor' })
      : undefined,
  onRemoved: async (deps, { tx, now }, customer, name) => {
    await startCoolDown(deps, tx, { customerId: customer.id, reason: 'factor-removed', now })
    const values = { factor: factorWord(customer.language, name), hours: coolDownHours(deps, 'factor-removed') }
    await tellEverywhere(deps, tx, { customer, kind: 'factor-removed', values, at: now })
  },
})

async function notifyAdded(deps: IdentityDeps, context: WriteContext, customer: Customer, name: string): Promise<void> {
  const { tx, now: at } = context
  const values = { factor: factorWord(customer.language, name) }
  // The first one changes nothing that protected the account before.
  const { authenticator, passkeys } = await factorsOf(tx, customer.id)
  if (passkeys.length + (authenticator.set ? 1 : 0) > 1) {
    const reason = 'factor-added'
    await startCoolDown(deps, tx, { customerId: customer.id, reason, now: at })
    const hours = coolDownHours(deps, reason)
    await tellEverywhere(deps, tx, { customer, kind: 'factor-added-beside', values: { ...values, hours }, at })
    return
  }
  await tellEverywhere(deps, tx, { customer, kind: 'factor-added', values, at })
}

const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

/** The name of a factor in a message to its owner: a passkey by the name they gave it, the app by its kind. */
function factorWord(language: Language, passkeyName: string): string {
  const { authenticator, passkey } = words[language].factors
  return passkeyName === '' ? authenticator : `${passkey} ${passkeyName}`
}
