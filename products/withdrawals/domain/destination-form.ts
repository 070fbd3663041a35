import { type Rejection, reject } from '@bolsillo/kernel'
import { readRfc } from '@bolsillo/kyc/domain'
import {
  type Destination,
  type Network,
  readAddress,
  readClabe,
  readCnpj,
  readCpf,
  readTaxNumber,
} from '@bolsillo/payments/domain'
import { withdrawalsRejections as r } from '../contract/rejections.ts'
import type { PixKeyKind } from './destination.ts'

/** What somebody typed about an account at a bank. */
interface BankForm {
  readonly kind: 'clabe' | 'pix' | 'account'
  readonly holder: string
  readonly clabe?: string | undefined
  readonly keyKind?: PixKeyKind | undefined
  readonly key?: string | undefined
  readonly holderTaxId?: string | undefined
  readonly bank?: string | undefined
  readonly number?: string | undefined
  readonly rfc?: string | undefined
}

/** Things worth a look that block nothing. */
type DestinationWarning = 'bank-unknown' | 'address-unchecked'

/** What a form came to: a destination with its warnings, or the first thing wrong with it. */
export type DestinationReading =
  | {
      readonly kind: 'destination'
      readonly destination: Destination
      readonly warnings: readonly DestinationWarning[]
    }
  | { readonly kind: 'refused'; readonly rejection: Rejection }

const refused = (rejection: Rejection): DestinationReading => ({ kind: 'refused', rejection })
const read = (destination: Destination, warnings: readonly DestinationWarning[] = []): DestinationReading => ({
  kind: 'destination',
  destination,
  warnings,
})

/** Names have letters, spaces and the marks between them; at least two words, because banks compare whole names. */
const holderShape = /^[\p{L}\p{M}][\p{L}\p{M}'’.&-]*( [\p{L}\p{M}0-9'’.&-]+)+$/u

/** Reads a form about a bank account, on the page and on the server alike. */
export function readBankForm(form: BankForm): DestinationReading {
  const holder = form.holder.trim().replaceAll(/\s+/g, ' ')
  if (!holderShape.test(holder)) return refused(reject(r.holderMalformed, { field: 'holder' }))
  if (form.rfc !== undefined && readRfc(form.rfc).kind !== 'valid') {
    return refused(reject(r.rfcMalformed, { field: 'rfc' }))
  }
  switch (form.kind) {
    case 'clabe':
      return readClabeForm(form.clabe ?? '', holder)
    case 'pix':
      return readPixForm(form, holder)
    case 'account':
      return readAccountForm(form, holder)
  }
}

function readClabeForm(text: string, holder: string): DestinationReading {
  const reading = readClabe(text)
  if (reading.kind === 'malformed') return refused(reject(r.clabeMalformed, { field: 'clabe' }))
  if (reading.kind === 'check-digit') return refused(reject(r.clabeCheckDigit, { field: 'clabe' }))
  const destination: Destination = { kind: 'clabe', clabe: reading.clabe, holder }
  return read(destination, reading.bank === undefined ? ['bank-unknown'] : [])
}

function readPixForm({ keyKind, key = '', holderTaxId = '' }: BankForm, holder: string): DestinationReading {
  if (keyKind === undefined) return refused(reject(r.pixKeyMalformed, { field: 'keyKind' }))
  const text = key.trim()
  const value = readPixKey(keyKind, text)
  if (value === undefined) {
    // Eleven digits without +55 are a CPF to every bank: the money would go to somebody else, or nowhere.
    const bare = keyKind === 'phone' && /^[0-9() -]{10,18}$/.test(text)
    return refused(reject(bare ? r.pixPhonePrefix : r.pixKeyMalformed, { field: 'key' }))
  }
  const own = keyKind === 'cpf' || keyKind === 'cnpj' ? value : readTaxNumber(holderTaxId)
  if (own === undefined) return refused(reject(r.taxNumberMalformed, { field: 'holderTaxId' }))
  return read({ kind: 'pix', keyKind, key: value, holder, holderTaxId: own })
}

const emailMax = 77
const emailShape =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/
const evpShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function readPixKey(kind: PixKeyKind, text: string): string | undefined {
  switch (kind) {
    case 'cpf':
      return readCpf(text)
    case 'cnpj':
      return readCnpj(text)
    case 'email': {
      const email = text.toLowerCase()
      return email.length <= emailMax && emailShape.test(email) ? email : undefined
    }
    case 'phone': {
      const phone = text.replaceAll(/[ ()-]/g, '')
      return /^\+55[1-9][0-9](?:9[0-9]{8}|[2-8][0-9]{7})$/.test(phone) ? phone : undefined
    }
    case 'evp': {
      const evp = text.toLowerCase()
      return evpShape.test(evp) ? evp : undefined
    }
  }
}

function readAccountForm({ bank = '', number = '' }: BankForm, holder: string): DestinationReading {
  const named = bank.trim().replaceAll(/\s+/g, ' ')
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'-]{1,59}$/u.test(named))
    return refused(reject(r.bankMissing, { field: 'bank' }))
  const plain = number.replaceAll(/[ -]/g, '').toUpperCase()
  if (!/^[0-9A-Z]{5,34}$/.test(plain) || !/[0-9]/.test(plain)) {
    return refused(reject(r.accountMalformed, { field: 'number' }))
  }
  return read({ kind: 'account', bank: named, number: plain, holder })
}

/** Reads an address for the address book. */
export function readAddressForm(network: Network, text: string): DestinationReading {
  const reading = readAddress(network, text)
  switch (reading.kind) {
    case 'address': {
      const destination: Destination = { kind: 'address', network, address: reading.address }
      return read(destination, reading.unchecked ? ['address-unchecked'] : [])
    }
    case 'malformed':
      return refused(reject(r.addressMalformed, { field: 'address' }))
    case 'checksum':
      return refused(reject(r.addressChecksum, { field: 'address' }))
    case 'other-network':
      return refused(reject(r.addressOtherNetwork, { field: 'address' }))
    case 'burn':
      return refused(reject(r.addressBurn, { field: 'address' }))
  }
}
