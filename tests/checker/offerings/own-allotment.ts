import { createHash } from 'node:crypto'

// The allotment once more, written from the published rules: plain loops over whole lots, and hashes by Node.

/** One application of a published allotment; quantities in lots. */
export interface OwnLine {
  readonly id: string
  readonly asked: bigint
  readonly got: bigint
}

/** What an allotment is made from; quantities in lots. */
export interface OwnDraw {
  readonly rule: string
  readonly supply: bigint
  readonly cap: bigint
  readonly parcel: bigint
  readonly secret: string
  readonly publicAt: bigint
  readonly publicValue: string
}

type Applicant = OwnLine & { readonly most: bigint; readonly ticket: string; share: bigint }

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The hash of a secret, as it was public before the closing. */
export const ownSecretHash = (secret: string): string => sha256(Buffer.from(secret, 'hex')).toString('hex')

/** The root over applications in the order of their ids (RFC 9162, 2.1.1): each leaf is id, tier 0 in a byte, lots in four. */
export function ownRoot(lines: readonly OwnLine[]): string {
  const leaves = lines.map(({ id, asked }) => {
    const numbers = Buffer.alloc(5)
    numbers.writeUInt32BE(Number(asked), 1)
    return sha256(Buffer.from([0]), Buffer.from(id, 'hex'), numbers)
  })
  return (leaves.length === 0 ? sha256() : nodeOf(leaves)).toString('hex')
}

function nodeOf(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes
  if (only !== undefined && hashes.length === 1) return only
  let split = 1
  while (2 * split < hashes.length) split *= 2
  return sha256(Buffer.from([1]), nodeOf(hashes.slice(0, split)), nodeOf(hashes.slice(split)))
}

/** The seed of the tickets. */
export function ownSeed({ secret, publicAt, publicValue }: OwnDraw, root: string): string {
  const text = `bolsillo.allotment-seed.1\n${secret}\n${root}\n${publicAt}\n${publicValue}\n`
  return sha256(text).toString('hex')
}

function least(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first
  for (const other of others) if (other < found) found = other
  return found
}

const sum = (values: readonly bigint[]): bigint => values.reduce((left, right) => left + right, 0n)
const byTicket = (one: Applicant, other: Applicant): number => (one.ticket < other.ticket ? -1 : 1)

/** What each application gets, in lots, in the order of the lines. */
export function ownAllotment(draw: OwnDraw, lines: readonly OwnLine[], seed: string): readonly bigint[] {
  const tag = 'bolsillo.ticket.1'.padEnd(32, '\0')
  const applicants = lines.map((line): Applicant => {
    const ticket = sha256(tag, Buffer.from(seed, 'hex'), Buffer.from(line.id, 'hex')).toString('hex')
    return { ...line, most: least(line.asked, draw.cap), ticket, share: 0n }
  })
  if (sum(applicants.map(({ most }) => most)) <= draw.supply) for (const one of applicants) one.share = one.most
  else if (draw.rule === 'lottery') goRound(applicants, draw)
  else divide(applicants, draw)
  return applicants.map(({ share }) => share)
}

/** The tickets in their order take a parcel each, again and again, until nothing is left. */
function goRound(applicants: readonly Applicant[], { supply, parcel }: OwnDraw): void {
  const order = applicants.toSorted(byTicket)
  for (let left = supply; left > 0n; )
    for (const one of order) {
      const turn = least(parcel, one.most - one.share, left)
      one.share += turn
      left -= turn
    }
}

/** In proportion; what is above the cap goes to the others, lots left over to the largest remainders. */
function divide(applicants: readonly Applicant[], { supply, cap }: OwnDraw): void {
  let [open, left] = [applicants, supply]
  for (;;) {
    const asked = sum(open.map((one) => one.asked))
    const full = new Set(open.filter((one) => left * one.asked >= cap * asked))
    if (full.size === 0) break
    for (const one of full) one.share = one.most
    left -= sum([...full].map(({ share }) => share))
    open = open.filter((one) => !full.has(one))
  }
  const asked = sum(open.map((one) => one.asked))
  if (asked === 0n) return
  for (const one of open) one.share = (left * one.asked) / asked
  const rest = (one: Applicant): bigint => (left * one.asked) % asked
  const order = open.toSorted((one, other) =>
    rest(one) === rest(other) ? byTicket(one, other) : rest(one) > rest(other) ? -1 : 1,
  )
  for (const one of order.slice(0, Number(left - sum(open.map(({ share }) => share))))) one.share += 1n
}
