import type { FileHeader } from './file-header.ts'
import type { ReadLines } from './read-lines.ts'

/** What was changed, in the order it is looked for. */
export type ChangedPart =
  /** The plan is not the one of before closing. */
  | 'rule'
  /** The secret has another hash than the plan. */
  | 'secret'
  /** Lines were left out or added behind the header's back. */
  | 'count'
  /** Lines are not in the order of their ids. */
  | 'order'
  /** An id stands twice. */
  | 'duplicate'
  /** The root in the header is not the one of the closing. */
  | 'root'
  /** An application is not what it was when they were closed. */
  | 'application'
  /** The public value is not of where the plan says, or not what it was. */
  | 'public-value'
  /** The seed is not made of secret, root and public value. */
  | 'seed'
  /** A line says another allotment than the rule gives. */
  | 'result'
  /** The header says another total. */
  | 'total'
  /** The customer's own application has no line. */
  | 'own-missing'
  /** The line of the customer's own application says another quantity or tier. */
  | 'own-application'

/** A change that was found. `line`: the line of the file where it shows first, from 1, which is the header. */
export interface ReplayChange {
  readonly part: ChangedPart
  readonly line?: number
}

/** What somebody knows of the allotment from elsewhere: the journal, or their own device. All that is absent is not compared. */
export interface KnownFacts {
  /** Of the act that published the plan. */
  readonly planHash?: string
  /** Of the act of the closing. */
  readonly root?: string
  /** Of the journal's head, or the beacon. */
  readonly publicValue?: string
  /** The customer's own application. */
  readonly own?: {
    readonly applicationId: string
    readonly salt: string
    readonly tier?: number
    /** Units. */
    readonly quantity?: bigint
  }
}

/** The customer's own line. */
export interface OwnLine {
  /** Of the file, from 1. */
  readonly line: number
  readonly tier: number
  /** Units, as the file says. */
  readonly quantity: bigint
  /** Units, as the rule gives them from what the file says. */
  readonly allotted: bigint
}

export type ReplayReport =
  /** The file is no allotment from this line on. */
  | { readonly kind: 'unreadable'; readonly line: number }
  | {
      readonly kind: 'changed'
      readonly changes: readonly ReplayChange[]
      readonly header: FileHeader
      readonly own?: OwnLine
    }
  | { readonly kind: 'equal'; readonly header: FileHeader; readonly own?: OwnLine }

/** What was read of a file: its header, and its lines. */
export interface ReadFile {
  readonly header: FileHeader
  readonly lines: ReadLines
  /** How many lines the file has, which may be fewer or more than its header says. */
  readonly count: number
}
