import type { Id } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** A person whose papers were checked. */
export interface VerifiedPerson {
  /** As the document has it. */
  readonly name: string
  /** ISO 3166 alpha-2 of the document. */
  readonly country: string
  readonly curp?: string
  readonly rfc?: string
  readonly cpf?: string
  readonly cnpj?: string
  /** Opens the limits of its row in the table of levels. */
  readonly level: number
}

/** What rooms that move money ask about a person's papers. */
export interface VerifiedPeople {
  /** Undefined: not verified. */
  readonly find: (db: Db, customerId: Id<'cus'>) => Promise<VerifiedPerson | undefined>
  /** Whether a name is the verified person's: accents, case, order and middle names aside. */
  readonly isNameOf: (person: VerifiedPerson, name: string) => boolean
  /** What the level allows, minor units by currency code; undefined: no bound. */
  readonly limits: (
    person: VerifiedPerson,
    code: string,
  ) => { readonly depositDay?: bigint; readonly withdrawalDay?: bigint; readonly withdrawalMonth?: bigint }
}
