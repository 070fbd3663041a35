import { type Rejection, reject } from '@bolsillo/kernel'
import { createSigner, type Ledger } from '@bolsillo/ledger/server'
import { handlersOf, type Own, type Room, type Services, useCase, type WriteContext } from '@bolsillo/server-kit'
import {
  listProofEntries as listProofEntriesCall,
  listProofs as listProofsCall,
  readOwnProof as readOwnProofCall,
  readProof as readProofCall,
  rejections,
  reportProofCheck as reportProofCheckCall,
} from '../contract/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { makeDueProof, type NumbersOf } from './make-proof.ts'
import { listProofEntries } from './own-entries.ts'
import { readOwnProof } from './own-proof.ts'
import { findProof, insertCheck } from './proof-store.ts'
import { createProofWitness } from './proof-witness.ts'
import { listProofs, readProof } from './published-proofs.ts'

export { createTreeBuilder, pathThrough, type SumTree, type TreeBuilder } from './build-tree.ts'
export { makeProof, type NumbersOf, type ProofMaking } from './make-proof.ts'
export { saltsOf } from './salts.ts'
export { type ProofEvidence, proofChecks, readKeptProofs } from './verify-proofs.ts'

interface ProofDeps {
  readonly services: Services
  readonly ledger: Ledger
  /** The numbers customers know as theirs, for the ids given. */
  readonly numbersOf: NumbersOf
  /** Decimals of an asset. */
  readonly scaleOf: (asset: string) => number
  /** Where signed proofs are kept outside the database; undefined: they are not. */
  readonly witnessFile?: string | undefined
}

/** Looked for this often; made once for each day of UTC. */
const lookEveryMs = 10 * 60_000

/** The module object of proof. */
export function createProof({ services, ledger, numbersOf, scaleOf, witnessFile }: ProofDeps): {
  readonly room: Room
} {
  const { sql, log } = services
  const secret = services.secret('proof-of-liabilities')
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
    handlers: handlersOf(
      [
        useCase(listProofsCall, (request, { db }) => listProofs(request, db)),
        useCase(readProofCall, (request, { db }) => readProof(request, db, scaleOf)),
        useCase(readOwnProofCall, (request, context) => readOwnProof({ numbersOf, secret }, request, context)),
        useCase(listProofEntriesCall, (request, context) => listProofEntries(ledger, request, context)),
        useCase(reportProofCheckCall, (request, context) => noteCheck(services, request, context)),
      ],
      {},
    ),
    jobs: [{ name: 'proof-of-liabilities', everyMs: lookEveryMs, run }],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  return { room }
}

async function noteCheck(
  { log }: Services,
  { number, sound }: { readonly number: number; readonly sound: boolean },
  { customer, tx, now }: Own<WriteContext>,
): Promise<Record<string, never> | Rejection> {
  const { customerId } = customer
  if ((await findProof(tx, number)) === undefined) return reject(rejections.proofUnknown, { field: 'number' })
  await insertCheck(tx, { number, customerId, sound, at: now })
  if (!sound) log.error({ number, customerId }, 'a customer’s app did not find their part of a proof right')
  return {}
}
