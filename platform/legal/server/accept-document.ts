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

/** What a registration accepts: whose it is, and the versions that were on the screen, where the caller says so. */
interface RegistrationAcceptance {
  readonly customerId: Id<'cus'>
  readonly language: Language
  readonly practice: boolean
  readonly at: Instant
}

/** Whether a version is the one in force: what is accepted at registration is what was shown. */
export async function isInForce(
  tx: Tx,
  shown: Readonly<Partial<Record<DocumentName, string | undefined>>>,
  now: Instant,
): Promise<boolean> {
  const firm = await readFirmFacts(tx, now)
  return documentNames.every((document) => {
    const version = shown[document]
    return version === undefined || version === writeVersion(currentVersion(document, firm.changes))
  })
}

/** Keeps that a new customer accepted the documents in force, in the transaction that opens the account. */
export async function acceptAtRegistration(
  tx: Tx,
  { customerId, language, practice, at }: RegistrationAcceptance,
): Promise<Readonly<Record<string, string>>> {
  const firm = await readFirmFacts(tx, at)
  const versions: Record<string, string> = {}
  for (const document of documentNames) {
    const { version, hash } = documentInForce(document, firm, { language, practice })
    await insertAcceptance(tx, { customerId, document, version, language, hash, at })
    versions[document] = version
  }
  return versions
}
