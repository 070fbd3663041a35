import { coreRejections, type Envelope, outcomeUnknownCode, type RejectionData } from '@bolsillo/contract'
import {
  fillText,
  instant,
  isRejection,
  numberStyleOf,
  type Rejection,
  type RejectionSpec,
  wallTime,
} from '@bolsillo/kernel'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import {
  type Handler,
  type Language,
  languages,
  type Messages,
  type Mode,
  type Room,
  type StoredAnswer,
} from '../room.ts'

const core = { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese } as const

/** Turns outcomes of use cases into the bytes of the wire. */
export interface Answers {
  readonly of: (outcome: unknown, language: Language) => StoredAnswer
  /** The answer when nobody knows whether the effect happened. The correlation finds the cause in the log. */
  readonly unknown: (correlation: string, language: Language) => StoredAnswer
}

/** The text of each rejection by its number, in each language; see `missingTexts` for what is not there. */
type Texts = ReadonlyMap<number, Readonly<Record<Language, string | undefined>>>

/** The answers of an application of these rooms. */
export function createAnswers(rooms: readonly Room[], mode: Mode): Answers {
  const texts = collectTexts(rooms)
  const simulated = mode === 'SIM'
  const answer = (status: number, envelope: Envelope<unknown>): StoredAnswer => ({
    status,
    body: JSON.stringify(envelope),
  })
  return {
    of: (outcome, language) => {
      if (!isRejection(outcome)) {
        return answer(200, { code: 0, msg: core[language].ok, data: outcome ?? {}, simulated })
      }
      const { spec, field, values } = outcome
      const data: RejectionData = {
        rejection: spec.name,
        ...(field === undefined ? {} : { field }),
        ...(values === undefined ? {} : { values }),
      }
      const text = texts.get(spec.number)?.[language] ?? spec.name
      const msg = fillText(text, withReason(outcome, language), numberStyleOf(language))
      return answer(spec.status, { code: spec.number, msg, data, simulated })
    },
    unknown: (correlation, language) =>
      answer(500, {
        code: outcomeUnknownCode,
        msg: core[language].outcomeUnknown,
        data: { rejection: 'outcome-unknown', correlation },
        simulated,
      }),
  }
}

/** A field's problem arrives as a code; its sentence is built here, in the client's language. */
function withReason(
  { spec, field, values: given = {} }: Rejection,
  language: Language,
): Readonly<Record<string, string>> {
  // Texts name the field whoever refuses it: the mount, or a use case.
  const values = withTimes(field === undefined ? given : { field, ...given })
  if (spec.name !== coreRejections.fieldInvalid.name) return values
  const problems: Readonly<Record<string, string>> = core[language].problems
  const problem = problems[values.problem ?? ''] ?? core[language].problems.malformed
  return { ...values, reason: fillText(problem, values, numberStyleOf(language)) }
}

/**
 * Times of a sentence (`opensAt`, in epoch milliseconds) as a clock in Mexico shows them: there is no page that knows the
 * reader's zone.
 */
function withTimes(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, /At$/.test(name) ? timeIn(value) : value]),
  )
}

const zone = 'America/Mexico_City'

function timeIn(value: string): string {
  if (!/^\d{13}$/.test(value)) return value
  const { date, hour, minute } = wallTime(instant(Number(value)), zone)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.split('-').toReversed().join('-')} ${two(hour)}:${two(minute)} (${zone})`
}

/** Every handler of a room, for customers and for staff. */
export function handlersOf(room: Room): readonly Handler[] {
  return [...room.handlers, ...(room.operatorHandlers ?? [])]
}

/** Every rejection any call of the rooms may answer with, with the rooms that list it. */
export function listedRejections(
  rooms: readonly Room[],
): readonly { readonly spec: RejectionSpec; readonly room: Room | undefined }[] {
  return [
    ...Object.values(coreRejections).map((spec) => ({ spec, room: undefined })),
    ...rooms.flatMap((room) => handlersOf(room).flatMap(({ call }) => call.rejections.map((spec) => ({ spec, room })))),
    ...rooms.flatMap((room) => (room.doors ?? []).flatMap((door) => door.rejections.map((spec) => ({ spec, room })))),
  ]
}

const coreNumbers = new Set<number>(Object.values(coreRejections).map(({ number }) => number))

function collectTexts(rooms: readonly Room[]): Texts {
  const texts = new Map<number, Record<Language, string | undefined>>()
  const looked = new Map<Room | undefined, Set<RejectionSpec>>()
  for (const { spec, room } of listedRejections(rooms)) {
    // Nearly every call of a room lists the same ones.
    const ofRoom = looked.get(room) ?? new Set()
    if (ofRoom.has(spec)) continue
    looked.set(room, ofRoom.add(spec))
    // Core refusals come first and keep their own text, also where a use case lists one of them.
    if (room !== undefined && coreNumbers.has(spec.number)) continue
    // A product lists rejections of the rooms it builds on; their texts are in the messages of the room that defines
    // them.
    const candidates = room === undefined ? [] : [room, ...rooms]
    const find = (language: Language): string | undefined =>
      room === undefined
        ? textOf(core[language], spec.name)
        : candidates.map(({ messages }) => textOf(messages[language], spec.name)).find((text) => text !== undefined)
    texts.set(spec.number, { 'es-ES': find('es-ES'), 'en-US': find('en-US'), 'pt-BR': find('pt-BR') })
  }
  return texts
}

function textOf(messages: Messages, name: string): string | undefined {
  const { rejections } = messages
  const text = typeof rejections === 'object' ? rejections[name] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Rejections without a text in some language, one line each. */
export function missingTexts(rooms: readonly Room[]): readonly string[] {
  const texts = collectTexts(rooms)
  return [...new Map(listedRejections(rooms).map(({ spec }) => [spec.number, spec])).values()].flatMap((spec) =>
    languages
      .filter((language) => texts.get(spec.number)?.[language] === undefined)
      .map((language) => `${spec.name} (${spec.number}) has no text in ${language}`),
  )
}
