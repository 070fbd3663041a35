import { type Rejection, reject } from '@bolsillo/kernel'
import { createSigner } from '@bolsillo/ledger/server'
import { handlersOf, type Room, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { rejections } from '../contract/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { ProofDeps, ProofRoomDeps } from './deps.ts'
import { makeDueProof } from './make-proof.ts'
import { listProofEntries } from './own-entries.ts'
import { readOwnProof } from './own-proof.ts'
import { findProof, insertCheck } from './proof-store.ts'
import { createProofWitness } from './proof-witness.ts'
import { listProofs, readProof } from './published-proofs.ts'

export { createTreeBuilder, pathThrough, type SumTree, type TreeBuilder } from './build-tree.ts'
export { makeProof, type NumbersOf, type ProofMaking } from './make-proof.ts'
export { saltsOf } from './salts.ts'
export { type ProofEvidence, proofChecks, readKeptProofs } from './verify-proofs.ts'

/** Looked for this often; made once for each day of UTC. */
const lookEveryMs = 10 * 60_000

/** What a customer's app found. */
const reportProofCheck = useCase(
  calls.reportProofCheck,
  async (
    { number, sound },
    { customer, tx, now },
    { services }: ProofRoomDeps,
  ): Promise<Record<string, never> | Rejection> => {
    const { customerId } = customer
    if ((await findProof(tx, number)) === undefined) return reject(rejections.proofUnknown, { field: 'number' })
    await insertCheck(tx, { number, customerId, sound, at: now })
    if (!sound) services.log.error({ number, customerId }, 'a customer’s app did not find their part of a proof right')
    return {}
  },
)

/** The module object of proof. */
export function createProof(given: ProofDeps): {
  readonly room: Room
} {
  const { services, numbersOf, scaleOf, witnessFile } = given
  const { sql, log } = services
  const secret = services.secret('proof-of-liabilities')
  const deps: ProofRoomDeps = { ...given, secret }
  // The key of the heads of the journal, so that who kept one can check the other.
  const signer = createSigner(services.secret('ledger-witness'))
  const witness = witnessFile === undefined ? undefined : createProofWitness({ sql, log, file: witnessFile })
  const run = async (): Promise<void> => {
    const made = await makeDueProof({ services, signer, secret, numbersOf, scaleOf })
    if (made !== undefined) log.info({ number: made.number, seq: String(made.journalSeq) }, 'proof of liabilities made')
    await witness?.keep()
  }
  const room: Room = {
    name: 'proof',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf([listProofs, readProof, readOwnProof, listProofEntries, reportProofCheck], deps),
    jobs: [{ name: 'proof-of-liabilities', everyMs: lookEveryMs, run }],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  return { room }
}
