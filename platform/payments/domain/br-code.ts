import { assert } from '@bolsillo/kernel'

/** What a PIX QR says. A static one names a key; a dynamic one an address where the payment's data is fetched. */
interface BrCode {
  readonly kind: 'static' | 'dynamic'
  /** The key (static) or the address without `https://` (dynamic). */
  readonly target: string
  /** As decimal text with two decimals; left out where the payer chooses. */
  readonly amount?: string
  readonly name: string
  readonly city: string
  /** What the payment carries back to us: letters and digits, at most 25 (static). `***` says none. */
  readonly txid: string
}

const gui = 'br.gov.bcb.pix'

/** One element: two digits of id, two of length, the value. */
function element(id: string, value: string): string {
  assert(value.length > 0 && value.length <= 99, `element ${id} has ${value.length} characters`)
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

/** CRC16 with polynomial 0x1021 from 0xFFFF, as EMV has it: four hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Names and cities in a BR Code are plain ASCII: banks refuse what they cannot print. */
function plain(text: string, max: number): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^A-Za-z0-9 .-]/g, '')
    .slice(0, max)
    .trim()
}

/** The text of the QR: EMV elements in order, closed by their CRC16. */
export function writeBrCode(code: BrCode): string {
  const isStatic = code.kind === 'static'
  assert(isStatic ? /^(\*\*\*|[A-Za-z0-9]{1,25})$/.test(code.txid) : code.txid === '***', `not a txid: ${code.txid}`)
  const text = [
    element('00', '01'),
    ...(isStatic ? [] : [element('01', '12')]),
    element('26', element('00', gui) + element(isStatic ? '01' : '25', code.target)),
    element('52', '0000'),
    element('53', '986'),
    ...(code.amount === undefined ? [] : [element('54', code.amount)]),
    element('58', 'BR'),
    element('59', plain(code.name, 25)),
    element('60', plain(code.city, 15)),
    element('62', element('05', code.txid)),
    '6304',
  ].join('')
  return text + crc16(text)
}

/** Reads a BR Code; undefined when its CRC or its elements are wrong. */
export function readBrCode(text: string): BrCode | undefined {
  const body = text.slice(0, -4)
  if (!body.endsWith('6304') || crc16(body) !== text.slice(-4).toUpperCase()) return undefined
  const all = elementsOf(body.slice(0, -4))
  const account = elementsOf(all?.get('26') ?? '')
  const txid = elementsOf(all?.get('62') ?? '')?.get('05')
  if (all === undefined || account?.get('00')?.toLowerCase() !== gui || txid === undefined) return undefined
  const [key, address] = [account.get('01'), account.get('25')]
  const target = key ?? address
  if (target === undefined || all.get('53') !== '986' || all.get('58') !== 'BR') return undefined
  const amount = all.get('54')
  return {
    kind: key === undefined ? 'dynamic' : 'static',
    target,
    ...(amount === undefined ? {} : { amount }),
    name: all.get('59') ?? '',
    city: all.get('60') ?? '',
    txid,
  }
}

function elementsOf(text: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (let place = 0; place < text.length; ) {
    const head = /^([0-9]{2})([0-9]{2})/.exec(text.slice(place, place + 4))
    const [id = '', length = 0] = [head?.[1], Number(head?.[2])]
    const value = text.slice(place + 4, place + 4 + length)
    if (head === null || value.length !== length || found.has(id)) return undefined
    found.set(id, value)
    place += 4 + length
  }
  return found
}
