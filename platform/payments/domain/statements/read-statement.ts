import { type BankStatement, UnfitStatement } from './bank-statement.ts'
import { readCamt053 } from './camt053.ts'
import { readCsvStatement } from './csv-statement.ts'

// Every runtime has it; neither the DOM's nor Node's types are loaded here.
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { readonly decode: (bytes: Uint8Array) => string }

/**
 * Reads a bank's statement, whichever of the two formats it has.
 * @throws UnfitStatement that says what is wrong and where.
 */
export function readBankStatement(bytes: Uint8Array): BankStatement {
  const source = readUtf8(bytes)
  return /^\ufeff?\s*</.test(source) ? readCamt053(source) : readCsvStatement(source)
}

function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnfitStatement('not-utf8')
  }
}
