import type { EntryRow } from '../books-store.ts'
import type { Findings } from '../finding.ts'

// I17. The checker's own copy of what entries may do, written from the "Money moves" of the rooms' READMEs. One line a kind:
// who causes it | what it belongs to | how often its cause happens | how many customers and assets | what it may move.
// `c` customer, `h` house, `v` market, `r` rail; `+` credit, `-` debit, `[` sets aside, `]` lets go. `!` marks what must be there,
// `?` one of which must be.

const own = 'own'
const ours = 'ours'
const table: Readonly<Record<string, string>> = {
  'practice-pool': `${ours} | practice:pool | pool | 0 64 | h.practice-funding+ v.custody-`,
  'insurance-pool': `${ours} | insurance:pool | pool | 0 1 | h.insurance+ v.custody-`,
  'practice-grant': `${own} | practice:SELF | once | 1 64 | h.practice-funding- c.stock+ c.coin+`,
  'stock-order-hold': `${own} | order:ord_ | often | 1 1 | !c.stock[`,
  'stock-order-release': `${own} | order:ord_ | often | 1 1 | !c.stock]`,
  'stock-buy': `${own} | order:ord_ | often | 1 2 | c.stock+-] !v.custody- v.custody+ h.fees+ h.vat+ h.rounding+- GAINS`,
  'stock-sell': `${own} | order:ord_ | often | 1 2 | c.stock+-] !v.custody+ v.custody- h.fees+ h.vat+ h.rounding+- GIVES`,
  'offering-hold': `${own} | application:sub_ | once | 1 1 | !c.stock[`,
  'offering-release': `either | application:sub_ | once | 1 1 | !c.stock]`,
  'stock-allotment': `${ours} | application:sub_ | once | 1 2 | c.stock+- !c.stock] !v.custody- v.custody+ GAINS`,
  'spot-order-hold': `${own} | order:ord_ | often | 1 1 | !c.coin[`,
  'spot-order-release': `${own} | order:ord_ | often | 1 1 | !c.coin]`,
  'spot-buy': `${own} | order:ord_ | often | 1 2 | c.coin+-] !v.custody- v.custody+ h.fees+ h.vat+ h.rounding+- GAINS`,
  'spot-sell': `${own} | order:ord_ | often | 1 2 | c.coin+-] !v.custody+ v.custody- h.fees+ h.vat+ h.rounding+- GIVES`,
  'contract-order-hold': `${own} | order:ord_ | often | 1 1 | !c.contract[`,
  'contract-order-release': `${own} | order:ord_ | often | 1 1 | !c.contract]`,
  'contract-open': `${own} | order:ord_ position:pos_ | often | 1 1 | c.contract+-[] v.custody+- h.fees+ h.vat+ h.insurance+-`,
  'contract-close': `${own} | order:ord_ position:pos_ | often | 1 1 | c.contract+-[] v.custody+- h.fees+ h.vat+ h.insurance+-`,
  'contract-liquidation': `${ours} | order:ord_ position:pos_ | often | 1 1 | c.contract+-[] v.custody+- h.fees+ h.vat+ h.insurance+-`,
  'contract-deleveraging': `${ours} | order:ord_ position:pos_ | often | 1 1 | c.contract+-[] v.custody+- h.fees+ h.vat+ h.insurance+-`,
  'contract-margin': `${own} | position:pos_ | often | 1 1 | c.contract[]`,
  'contract-funding': `${ours} | position:pos_ | instant | 1 1 | c.contract+-[] v.custody+- h.insurance-`,
  conversion: `${own} | conversion:fxq_ | once | 1 2 | c.stock+- c.coin+- c.contract+- v.custody+- h.fees+ h.rounding+ SWAPS`,
  'purse-transfer': `${own} | transfer:ITSELF | often | 1 1 | c.stock+- c.coin+- c.contract+-`,
  deposit: `${ours} | deposit:dep_ | movement or once | 1 1 | c.stock+ c.coin+ ?r.custody- ?h.unmatched-`,
  'deposit-held': `${ours} | deposit:dep_ | movement | 0 1 | h.unmatched+ r.custody-`,
  'deposit-return': `${ours} | deposit:dep_ | often | 0 1 | h.unmatched- h.payouts+`,
  'deposit-returned': `${ours} | deposit:dep_ | movement | 0 1 | h.payouts- r.custody+ h.unmatched+ h.claims-`,
  'deposit-return-failed': `${ours} | deposit:dep_ | often | 0 1 | h.payouts- h.unmatched+`,
  'deposit-reversed': `${ours} | deposit:dep_ | movement | 1 1 | c.stock- c.coin- h.unmatched- h.claims- !r.custody+`,
  'deposit-limit-hold': `${ours} | ANY | often | 1 1 | c.stock[ c.coin[`,
  'deposit-limit-release': `${ours} | ANY | often | 1 1 | c.stock] c.coin]`,
  'claim-paid': `${ours} | deposit:dep_ withdrawal:wdr_ | often | 1 1 | c.stock- c.coin- !h.claims+`,
  'claim-written-off': `${ours} | deposit:dep_ withdrawal:wdr_ | often | 0 1 | h.fees- h.claims+`,
  'claim-returned': `${ours} | deposit:dep_ | movement | 64 1 | h.unmatched+ ?h.unmatched- ?r.custody- h.claims+ h.fees+ c.stock+ c.coin+`,
  'withdrawal-hold': `${own} | withdrawal:wdr_ | once | 1 1 | c.stock[ c.coin[`,
  'withdrawal-release': `either | withdrawal:wdr_ | once | 1 1 | c.stock] c.coin]`,
  withdrawal: `${ours} | withdrawal:wdr_ | once | 1 1 | c.stock-] c.coin-] !h.payouts+ h.fees+ h.vat+`,
  'withdrawal-paid': `${ours} | withdrawal:wdr_ | movement | 1 1 | c.stock+-] c.coin+-] !h.payouts- !r.custody+ h.fees+ h.vat+ h.claims-`,
  'withdrawal-return': `${ours} | withdrawal:wdr_ | once | 1 1 | c.stock+] c.coin+] !h.payouts- h.fees- h.vat-`,
  'withdrawal-returned': `${ours} | withdrawal:wdr_ | movement | 1 1 | c.stock+ c.coin+ !r.custody- h.unmatched+ h.claims+ h.fees+`,
  'custody-sweep': `either | ANY | often | 0 1 | v.custody+- r.custody+-`,
  'rail-debt': `${ours} | rail: | often | 0 1 | r.owed+ r.custody-`,
  'rail-debt-settled': `${ours} | rail: | often | 0 1 | r.owed- r.custody+`,
}

interface Kind {
  readonly by: string
  readonly about: readonly string[]
  readonly often: string
  readonly customers: number
  readonly assets: number
  readonly may: ReadonlySet<string>
  readonly must: readonly string[]
  readonly oneOf: readonly string[]
  readonly sums: string
}

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(table).map(([kind, text]) => {
    const [by = '', about = '', often = '', counts = '', moves = ''] = text.split(' | ')
    const [customers = '', assets = ''] = counts.split(' ')
    const [may, must, oneOf] = [new Set<string>(), [] as string[], [] as string[]]
    let sums = ''
    for (const word of moves.split(' ')) {
      const [, mark = '', account = '', ways = ''] = /^([!?]?)([chvr]\.[a-z-]*[a-z])([-+[\]]+)$/.exec(word) ?? []
      if (account === '') sums = word
      for (const way of ways) {
        may.add(account + way)
        if (mark === '!') must.push(account + way)
        if (mark === '?') oneOf.push(account + way)
      }
    }
    const rule = { by, about: about.split(' '), often, may, must, oneOf, sums }
    return [kind, { ...rule, customers: Number(customers), assets: Number(assets) }]
  }),
)

/** An entry whose accounts have their names. */
export type NamedEntry = Pick<EntryRow, 'id' | 'kind' | 'actor' | 'reference' | 'details'> & {
  readonly postings: readonly { readonly account: string; readonly posted: bigint; readonly held: bigint }[]
}

const initial = (owner: string): string =>
  owner.startsWith('cus_') ? 'c' : owner === 'house' ? 'h' : owner.startsWith('rail-') ? 'r' : 'v'

/** Why an entry is none of the grammar; undefined when it is. */
export function entryProblem(entry: NamedEntry): string | undefined {
  const kind = kinds.get(entry.kind)
  if (kind === undefined) return 'is of no kind there is'
  const moved = new Set<string>()
  const [customers, assets, purses] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const sums = new Map<string, bigint>()
  for (const { account, posted, held } of entry.postings) {
    const [owner = '', purse = '', ...rest] = account.split(':')
    const [asset, name] = [rest.join(':'), `${initial(owner)}.${purse}`]
    assets.add(asset)
    if (posted !== 0n) moved.add(name + (posted > 0n ? '+' : '-'))
    if (held !== 0n) moved.add(name + (held > 0n ? '[' : ']'))
    if (!owner.startsWith('cus_')) continue
    customers.add(owner)
    purses.add(purse)
    sums.set(asset, (sums.get(asset) ?? 0n) + posted)
  }
  for (const move of moved) if (!kind.may.has(move)) return `moves ${move}`
  for (const move of kind.must) if (!moved.has(move)) return `does not move ${move}`
  if (kind.oneOf.length > 0 && !kind.oneOf.some((move) => moved.has(move)))
    return `moves none of ${kind.oneOf.join(' ')}`
  if (customers.size > kind.customers || assets.size > kind.assets)
    return `moves ${customers.size} customers and ${assets.size} assets`
  const ups = [...sums.values()].filter((sum) => sum > 0n).length
  const downs = [...sums.values()].filter((sum) => sum < 0n).length
  if (kind.sums === 'GAINS' && ups !== 1) return 'buys not one thing'
  if (kind.sums === 'GIVES' && (downs === 0 || ups > 1)) return 'sells nothing'
  if (kind.sums === 'SWAPS' && (ups !== 1 || downs !== 1 || purses.size !== 1)) return 'swaps not one thing for another'
  return causeFault(entry, kind, customers)
}

function causeFault(entry: NamedEntry, { by, about, often }: Kind, customers: ReadonlySet<string>): string | undefined {
  const { id, actor, reference, details, postings } = entry
  const isByCustomer = actor.startsWith('cus_')
  if ((by === 'own' && !isByCustomer) || (by === 'ours' && isByCustomer)) return `is caused by ${actor}`
  for (const customer of customers)
    if (isByCustomer && customer !== actor) return `is caused by ${actor}, moves ${customer}`
  const belongs = about.some((prefix) => {
    if (prefix === 'ANY') return /^[a-z-]+:/.test(reference)
    if (prefix === 'practice:SELF') return reference === `practice:${actor}`
    if (prefix === 'transfer:ITSELF') return reference === `transfer:${id}`
    return prefix.endsWith('pool') ? reference === prefix : reference.startsWith(prefix)
  })
  if (!belongs) return `belongs to ${reference}`
  if (often === 'pool' && !/^ent_0{22}P00[123]$/.test(id)) return 'is no pool of the practice market'
  if (often === 'instant' && details.instant === undefined) return 'is of no instant'
  if (!often.startsWith('movement')) return undefined
  for (const { account } of postings) {
    const [owner = ''] = account.split(':')
    if (owner.startsWith('rail-') && (owner !== `rail-${details.rail ?? ''}` || (details.externalId ?? '') === ''))
      return `is of no movement of ${owner}`
  }
  return undefined
}

/** What of an entry happens once; undefined where its cause may happen often. */
export function onceOf({ kind, reference, details, postings }: NamedEntry): string | undefined {
  const often = kinds.get(kind)?.often ?? 'often'
  if (often === 'once') return `${kind} ${reference}`
  if (often === 'instant') return `${kind} ${reference} ${details.instant ?? ''}`
  if (!often.startsWith('movement')) return undefined
  const onRails = postings.filter(({ account }) => /^rail-[^:]*:custody:/.test(account))
  const movement = `${details.rail ?? ''} ${details.externalId ?? ''}`
  if (onRails.some(({ posted }) => posted < 0n)) return `arrived ${movement}`
  if (onRails.some(({ posted }) => posted > 0n)) return `left ${movement}`
  return often === 'movement' ? undefined : `${kind} ${reference}`
}

/** I17: every entry is one the grammar allows, and what happens once happened once. */
export function createGrammarFold(findings: Findings): (entry: NamedEntry & { readonly seq: bigint }) => void {
  const happened = new Map<string, bigint>()
  return (entry) => {
    const problem = entryProblem(entry)
    if (problem !== undefined) findings.add('I17', `entry ${entry.seq} (${entry.kind}) ${problem}`)
    const once = onceOf(entry)
    if (once === undefined) return
    const earlier = happened.get(once)
    if (earlier !== undefined) findings.add('I17', `entry ${entry.seq} repeats entry ${earlier}: ${once}`)
    else happened.set(once, entry.seq)
  }
}
