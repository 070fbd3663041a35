import { type Id, type Instant, reject } from '@bolsillo/kernel'
import { type Language, type Tx, useCase } from '@bolsillo/server-kit'
import { acceptDocument as call, legalRejections } from '../contract/index.ts'
import { currentVersion, type DocumentName, documentNames, writeVersion } from '../domain/index.ts'
import { insertAcceptance } from './acceptance-store.ts'
import type { LegalDeps } from './deps.ts'
import { documentInForce, readFirmFacts } from './firm.ts'

/** Accepts the version in force, as the customer of the session; accepting it again changes nothing. */
export const acceptDocument = useCase(
  call,
  async ({ document, version }, { tx, now, caller, customer }, deps: LegalDeps) => {
    const practice = deps.services.mode === 'SIM'
    const { language } = caller
    const { customerId } = customer
    const current = documentInForce(document, await readFirmFacts(tx, now), { language, practice })
    if (current.version !== version) return reject(legalRejections.documentChanged, { field: 'version' })
    const { hash } = current
    if (await insertAcceptance(tx, { customerId, document, version, language, hash, at: now })) {
      const details = { document, version, hash }
      await deps.audit.record(tx, { at: now, actor: customerId, action: 'legal.accept', subject: customerId, details })
    }
    return { document, version, at: now }
  },
)

/** The versions that a form offered; a document it did not offer is not accepted by it. */
export type OfferedVersions = Readonly<Partial<Record<DocumentName, string | undefined>>>

/** What a registration accepts, and whose it is. */
interface RegistrationAcceptance {
  readonly customerId: Id<'cus'>
  readonly language: Language
  readonly practice: boolean
  readonly at: Instant
  readonly offered: OfferedVersions
}

/** Whether what was offered is in force: nobody accepts a version that changed while they typed. */
export async function isInForce(tx: Tx, offered: OfferedVersions, now: Instant): Promise<boolean> {
  const firm = await readFirmFacts(tx, now)
  return documentNames.every((document) => {
    const version = offered[document]
    return version === undefined || version === writeVersion(currentVersion(document, firm.changes))
  })
}

/** Keeps that a new customer accepted what was offered, in the transaction that opens the account. Call `isInForce` first. */
export async function acceptAtRegistration(
  tx: Tx,
  { customerId, language, practice, at, offered }: RegistrationAcceptance,
): Promise<void> {
  const firm = await readFirmFacts(tx, at)
  for (const document of documentNames) {
    if (offered[document] === undefined) continue
    const { version, hash } = documentInForce(document, firm, { language, practice })
    await insertAcceptance(tx, { customerId, document, version, language, hash, at })
  }
}
