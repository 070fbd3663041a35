import { hash } from 'node:crypto'
import { assert, type Id, type Instant, present } from '@bolsillo/kernel'
import { type BalancesAtHead, type Signer, withBalancesAtHead } from '@bolsillo/ledger/server'
import { type Db, nextTurn, type Services, type Tx, transaction } from '@bolsillo/server-kit'
import {
  noStatementBefore,
  type ProvenAsset,
  proofDay,
  type Statement,
  uncoveredBy,
  writeStatement,
} from '../domain/index.ts'
import { createTreeBuilder, type TreeBuilder } from './build-tree.ts'
import { allowLongMaking, findLastProof, insertProof, insertTiles, type StoredProof } from './proof-store.ts'
import { type Salts, saltsOf } from './salts.ts'

/** The numbers customers are shown by, for their ids. */
export type NumbersOf = (db: Db, ids: readonly Id<'cus'>[]) => Promise<ReadonlyMap<Id<'cus'>, string>>

/** What making a proof needs. */
export interface ProofMaking {
  readonly services: Services
  readonly signer: Signer
  /** Of which the salts are derived. */
  readonly secret: Uint8Array
  /** The numbers customers know as theirs, for the ids given. */
  readonly numbersOf: NumbersOf
  /** Decimals of an asset. */
  readonly scaleOf: (asset: string) => number
}

/** Makes the proof of a day unless there is one. @returns it, or undefined when it is there or nothing was ever posted. */
export async function makeDueProof(making: ProofMaking): Promise<StoredProof | undefined> {
  const { sql, clock } = making.services
  const now = clock.now()
  const last = await findLastProof(sql)
  if (last !== undefined && proofDay(now) <= proofDay(last.at)) return undefined
  return await makeProof(making, last, now)
}

/** Makes and stores the proof that follows another, of everything at one head of the journal. */
export async function makeProof(
  making: ProofMaking,
  last: StoredProof | undefined,
  now: Instant,
): Promise<StoredProof | undefined> {
  const { sql } = making.services
  const number = (last?.number ?? 0) + 1
  return await transaction(sql, async (tx) => {
    await allowLongMaking(tx)
    return await withBalancesAtHead(sql, async (balances) => {
      if (balances.head.seq === 0n) return undefined
      const assets = await plantTrees(making, tx, number, balances)
      const { custody, house } = othersOf(balances, making.services.mode)
      const statement: Statement = {
        number,
        at: now,
        mode: making.services.mode,
        journal: balances.head,
        previous: last?.hash ?? noStatementBefore,
        assets,
        custody,
        house,
        notCovered: uncoveredBy(house, making.services.mode),
      }
      const proof = signed(making.signer, statement)
      await insertProof(tx, proof)
      return proof
    })
  })
}

/** Makes the tree of each asset somebody is owed, one after the other, and stores its nodes. */
async function plantTrees(
  { services, secret, scaleOf, numbersOf }: ProofMaking,
  tx: Tx,
  number: number,
  balances: BalancesAtHead,
): Promise<readonly ProvenAsset[]> {
  const assets: ProvenAsset[] = []
  let growing:
    | { readonly asset: string; readonly salts: Salts; readonly builder: TreeBuilder; total: bigint }
    | undefined
  const finish = async (): Promise<void> => {
    if (growing === undefined) return
    const { asset, salts, builder, total } = growing
    const { height, root, tiles } = await builder.build(salts.padding)
    assert(root.sum === total, `the tree of ${asset} comes to ${root.sum}, its leaves to ${total}`)
    await insertTiles(tx, number, asset, tiles)
    assets.push({ asset, scale: scaleOf(asset), height, root: root.hash, total })
  }
  for await (const batch of balances.totals()) {
    const numbers = await numbersOf(services.sql, [...new Set(batch.map(({ customerId }) => customerId))])
    for (const { asset, customerId, total } of batch) {
      if (growing?.asset !== asset) {
        await finish()
        growing = { asset, salts: saltsOf(secret, number, asset), builder: createTreeBuilder(nextTurn), total: 0n }
      }
      growing.builder.add(growing.salts.leaf(present(numbers.get(customerId), customerId), total), total)
      growing.total += total
    }
    await nextTurn()
  }
  await finish()
  return assets
}

function othersOf({ others }: BalancesAtHead, mode: string): Pick<Statement, 'custody' | 'house'> {
  const evidence = mode === 'SIM' ? 'practice' : 'ledger'
  return {
    custody: others.flatMap(({ purse, owner, asset, posted }) =>
      purse === 'custody' ? [{ owner, asset, amount: -posted, evidence } as const] : [],
    ),
    // A liability to a rail is listed with the house's accounts: custody has to cover it too.
    house: others.flatMap(({ purse, asset, posted }) =>
      purse === 'custody' ? [] : [{ purse, asset, amount: posted }],
    ),
  }
}

function signed(signer: Signer, statement: Statement): StoredProof {
  const text = writeStatement(statement)
  return {
    number: statement.number,
    at: statement.at,
    journalSeq: statement.journal.seq,
    journalHash: statement.journal.hash,
    statement: text,
    hash: hash('sha256', text, 'hex'),
    previous: statement.previous,
    key: signer.key,
    signature: signer.sign(text),
  }
}
