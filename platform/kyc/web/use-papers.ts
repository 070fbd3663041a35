import type { ReplyOf } from '@bolsillo/contract'
import { loginInfo } from '@bolsillo/identity/contract'
import { instant, wallTime } from '@bolsillo/kernel'
import { showToast, useNow } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { readIdentity, submitPapers } from '../contract/index.ts'
import { isCertificate, paperProblems } from '../domain/paper-problems.ts'
import { type Asked, askedFields, type PaperField, type PaperTexts, paperFields } from '../domain/papers.ts'
import type { Messages } from '../messages/es-ES.ts'

/** The form of papers: what is asked, what was typed, what is wrong with it, and sending it. */
export interface PapersForm {
  readonly texts: PaperTexts
  /** The fields to show, in order. */
  readonly fields: readonly PaperField[]
  readonly asked: Asked
  readonly set: (field: PaperField, text: string | undefined) => void
  /** The field was left: from now on it says what is wrong with it. */
  readonly leave: (field: PaperField) => void
  readonly errorOf: (field: PaperField) => string | undefined
  /** What is wrong with none of the fields shown. */
  readonly elsewhere: string | undefined
  readonly isSending: boolean
  /** How often sending was stopped by what is wrong. */
  readonly stops: number
  readonly send: () => void
}

/** Days are counted as the server counts them. */
const zone = 'America/Mexico_City'
const hourMs = 3_600_000

/** What is asked and what of it was typed, and what is wrong with that by the server's own rules. */
function readPapers(identity: ReplyOf<typeof readIdentity>, everything: boolean, texts: PaperTexts, now: number) {
  const { country = '', certificate = '' } = everything ? texts : (identity.submission ?? texts)
  const asked = askedFields(country, isCertificate(certificate) ? certificate : 'id-card')
  const refused = identity.refusals.map(({ field }) => field)
  const fields = paperFields.filter((field) => asked[field] !== undefined && (everything || refused.includes(field)))
  const typed: PaperTexts = Object.fromEntries(
    fields.flatMap((field) => ((texts[field] ?? '') === '' ? [] : [[field, texts[field]]])),
  )
  const { date: today } = wallTime(instant(now), zone)
  const problems = paperProblems({ ...typed, country, certificate }, today).filter(({ field }) =>
    fields.includes(field),
  )
  return { asked, fields, typed, problems }
}

/**
 * The form, with the same rules as the server's. `everything`: a first submission, or one with another document;
 * otherwise only what was refused, on top of what was in order. `filled`: what the fields begin with.
 */
export function usePapersForm(
  identity: ReplyOf<typeof readIdentity>,
  everything: boolean,
  onSent: () => void,
  filled: PaperTexts = { country: 'MX', certificate: 'id-card' },
): PapersForm {
  const t = useWords<Messages>('kyc')
  const now = useNow(hourMs)
  const action = useAction(submitPapers, { refreshes: [readIdentity, loginInfo] })
  const [texts, setTexts] = useState(filled)
  const [tried, setTried] = useState(false)
  const [stops, setStops] = useState(0)
  const [left, setLeft] = useState<ReadonlySet<PaperField>>(new Set())
  const [changed, setChanged] = useState<ReadonlySet<PaperField>>(new Set())
  const { asked, fields, typed, problems } = readPapers(identity, everything, texts, now)
  const { error } = action

  const errorOf = (field: PaperField): string | undefined => {
    const found = problems.find((problem) => problem.field === field)
    // What is still empty is not wrong before somebody tries to send it.
    const isShown = tried || (left.has(field) && found?.problem !== 'paper-needed')
    if (found !== undefined) return isShown ? t(`rejections.${found.problem}`) : undefined
    return error?.field === field && !changed.has(field) ? error.message : undefined
  }
  const isOfAField = fields.some((field) => field === error?.field)
  return {
    texts,
    fields,
    asked,
    set: (field, text) => {
      setTexts((before) => ({ ...before, [field]: text }))
      setChanged((before) => new Set([...before, field]))
    },
    leave: (field) => setLeft((before) => new Set([...before, field])),
    errorOf,
    elsewhere:
      error === null || isOfAField ? undefined : error.outcome === 'unknown' ? t('page.unknown') : error.message,
    isSending: action.isPending,
    stops,
    send: () => {
      setTried(true)
      setChanged(new Set())
      if (problems.length > 0) {
        setStops(stops + 1)
        showToast(t('page.fix'), { kind: 'error' })
        return
      }
      action.mutate(typed, {
        onSuccess: () => {
          showToast(t('page.sent'))
          onSent()
        },
        onError: () => setStops(stops + 1),
      })
    },
  }
}
