import type { CaseKind } from '@bolsillo/approvals/server'
import type { Details } from '@bolsillo/audit/domain'
import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import { type Id, type Instant, isId } from '@bolsillo/kernel'
import {
  appendOutbox,
  type Db,
  type Language,
  type NoticeValues,
  type OutboxEvent,
  type Tx,
  writeNotice,
} from '@bolsillo/server-kit'

/** What follows from one kind of event of a case, declared once for all places where it happens. */
export interface Effects<Notice extends string> {
  /** The record in its owner's log, without the room: `accept`. Left out: none. */
  readonly audit?: string
  /** The notice to its owner. Left out: none. */
  readonly notice?: Notice
  /** Whether its owner's pages show it at once. */
  readonly streamed?: boolean
}

/** What fills a notice, by language. */
type ValuesOf = (language: Language) => NoticeValues

/** Something that happens to a case. */
export interface CaseEvent<What extends string, Notice extends string> {
  readonly what: What
  readonly at: Instant
  /** Who caused it: a `cus_…` or `opr_…` id, or a process. */
  readonly actor: string
  /** What the record states besides which case it is about; what is undefined is left out. */
  readonly details?: { readonly [Name in keyof Details]?: string | undefined }
  /** The notice where it does not follow from the event alone; `none` where this time there is none. */
  readonly notice?: Notice | 'none'
  /** Fills its notice, beside what every notice of the case is filled with. */
  readonly valuesOf?: ValuesOf
}

/** What has an owner, or may have one. */
interface Owned {
  readonly customerId?: Id<'cus'> | undefined
}

/** A kind of case: how it is found, when it is over, and what follows from what happens to it. */
interface CaseType<Prefix extends string, One extends Owned, What extends string, Notice extends string> {
  readonly room: string
  readonly prefix: Prefix
  /** What records call its id. */
  readonly name: keyof Details
  readonly idOf: (one: One) => Id<Prefix>
  readonly find: (db: Db, id: Id<Prefix>) => Promise<One | undefined>
  /** Since when it is over; undefined while it is open. */
  readonly endedAt: (one: One) => Instant | undefined
  readonly effects: Readonly<Record<What, Effects<NoInfer<Notice>>>>
  readonly words: Readonly<
    Record<Language, { readonly notices: Readonly<Record<Notice, { readonly title: string; readonly text: string }>> }>
  >
  /** Fills every notice about a case. */
  readonly valuesOf?: (one: One, language: Language) => NoticeValues
  /** What makes the open pages of its owner show it. */
  readonly changed?: (one: One, customerId: Id<'cus'>) => OutboxEvent
}

/** What effects are done with. */
export interface CaseDeps {
  readonly audit: Pick<Audit, 'record'>
  readonly customers: Pick<CustomerRecords, 'notify'>
}

/** The acts on cases of one kind. */
export interface Cases<One, What extends string, Notice extends string> {
  /** Does what follows from an event in its transaction: the record, the notice, the news to open pages. */
  readonly happened: (deps: CaseDeps, tx: Tx, one: One, event: CaseEvent<What, Notice>) => Promise<void>
  /** Notifies an owner, if there is one. */
  readonly notify: (
    deps: Pick<CaseDeps, 'customers'>,
    tx: Tx,
    owned: Owned,
    notice: {
      readonly name: Notice
      /** The act it is about: `withdrawals.hold`. Left out: something of the room. */
      readonly about?: string
      readonly now: Instant
      readonly valuesOf?: ValuesOf
    },
  ) => Promise<void>
  readonly endedAt: (one: One) => Instant | undefined
  /** It as the reason of a look at somebody's data. */
  readonly kind: CaseKind
}

/** Declares a kind of case. */
export function defineCase<Prefix extends string, One extends Owned, What extends string, Notice extends string>(
  type: CaseType<Prefix, One, What, Notice>,
): Cases<One, What, Notice> {
  const notify: Cases<One, What, Notice>['notify'] = async ({ customers }, tx, { customerId }, notice) => {
    if (customerId === undefined) return
    const written = writeNotice((language) => type.words[language].notices[notice.name], notice.valuesOf)
    await customers.notify(tx, {
      about: notice.about ?? `${type.room}.notice`,
      customerId,
      ...written,
      now: notice.now,
    })
  }
  const { prefix, find, endedAt } = type
  return {
    notify,
    happened: async (deps, tx, one, event) => {
      const { at: now, valuesOf } = event
      const effects = type.effects[event.what]
      if (effects.audit !== undefined) await record(type, deps, tx, one, { ...event, action: effects.audit })
      const name = event.notice ?? effects.notice
      if (name !== undefined && name !== 'none') {
        const filled: ValuesOf = (language) => ({ ...type.valuesOf?.(one, language), ...valuesOf?.(language) })
        const about = `${type.room}.${effects.audit ?? event.what}`
        await notify(deps, tx, one, { name, about, now, valuesOf: filled })
      }
      if (effects.streamed !== true || type.changed === undefined || one.customerId === undefined) return
      await appendOutbox(tx, [type.changed(one, one.customerId)], now)
    },
    endedAt,
    kind: {
      prefix,
      find: async (db, caseId) => {
        const one = isId(prefix, caseId) ? await find(db, caseId) : undefined
        return one === undefined ? undefined : { customerId: one.customerId, endedAt: endedAt(one) }
      },
    },
  }
}

async function record<Prefix extends string, One extends Owned>(
  { room, name, idOf }: Pick<CaseType<Prefix, One, never, never>, 'room' | 'name' | 'idOf'>,
  { audit }: CaseDeps,
  tx: Tx,
  one: One,
  { at, actor, action, details }: Omit<CaseEvent<never, never>, 'what' | 'notice'> & { readonly action: string },
): Promise<void> {
  const known = Object.entries({ [name]: idOf(one), ...details }).filter(([, text]) => text !== undefined)
  const subject = one.customerId ?? idOf(one)
  await audit.record(tx, { at, actor, action: `${room}.${action}`, subject, details: Object.fromEntries(known) })
}
