import { CaseBody, CaseHeader } from '@bolsillo/cases/console'
import type { ReplyOf } from '@bolsillo/contract'
import { LoggedPicture } from '@bolsillo/files/console'
import { Button, Card, CopyRow, classes, DateTime, FieldFrame, Note, Pill, showToast, soonOfDayMs } from '@bolsillo/ui'
import { ReasonCard } from '@bolsillo/ui/console'
import { languageNames, type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useId, useState } from 'react'
import { answerSupport, closeSupport, listSupport, readSupport, takeSupport } from '../contract/operator.ts'
import { closeReasons, supportLimits } from '../domain/conversation.ts'
import { findAsks } from '../domain/staff-asks.ts'
import type { Messages } from '../messages/es-ES.ts'

type Found = ReplyOf<typeof readSupport>
type Line = Found['lines'][number]

// A look that goes on for ten minutes is one in the customer's log.
const everyMs = 15_000
const refreshes = [listSupport, readSupport] as const

/** One conversation in full, and what can be done with it. */
export function ConversationPane({ id }: { readonly id: string }) {
  const found = useCall(readSupport, { id }, { everyMs })
  return <CaseBody of={found}>{(one) => <Conversation found={one} />}</CaseBody>
}

function Conversation({ found }: { readonly found: Found }) {
  const t = useWords<Messages>('support')
  const { conversation, lines, account, language } = found
  const { customer, topic, about, state, dueAt } = conversation
  const reads = new Map<string, string>(Object.entries(languageNames)).get(language) ?? language
  return (
    <>
      <CaseHeader
        title={`${t('console.customer')} ${customer}`}
        note={
          <>
            {account} · {t(`topics.${topic}`)} · {t('console.language')} {reads}
          </>
        }
        state={<Pill tone={state === 'waiting' ? 'warning' : 'quiet'}>{t(`console.states.${state}`)}</Pill>}
        due={dueAt === undefined ? undefined : { at: dueAt, soonMs: soonOfDayMs }}
      />
      <Note icon={Eye}>{t('console.logged')}</Note>
      {about !== undefined && (
        <Card>
          <CopyRow label={t('about')} value={about} />
        </Card>
      )}
      <Card>
        <ol className="flex flex-col gap-3">
          {lines.map((line) => (
            <LineItem key={line.no} line={line} caseId={conversation.id} />
          ))}
        </ol>
      </Card>
      {state !== 'closed' && <Acts found={found} />}
    </>
  )
}

/** Text only: what customers write is data, and no link in it can be followed. */
function LineItem({ line, caseId }: { readonly line: Line; readonly caseId: string }) {
  const t = useWords<Messages>('support')
  const { kind, side, at, text = '', reason, pictures = [] } = line
  return (
    <li className={classes(kind === 'message' && side === 'staff' && 'border-brand border-l-2 pl-3')}>
      <p className="text-12 text-second">
        {kind === 'message' ? t(side === 'customer' ? 'console.customer' : 'staff') : t(`console.events.${kind}`)}
        {reason !== undefined && `: ${t(`reasons.${reason}`)}`} · <DateTime at={at} />
      </p>
      {kind === 'message' && <p className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere]">{text}</p>}
      {pictures.length > 0 && (
        <div className="mt-2 grid max-w-[720px] grid-cols-3 items-start gap-2">
          {pictures.map(({ fileId, name }) => (
            <LoggedPicture key={fileId} fileId={fileId} caseId={caseId} reason="review" label={name} />
          ))}
        </div>
      )}
    </li>
  )
}

function Acts({ found: { conversation } }: { readonly found: Found }) {
  const t = useWords<Messages>('support')
  const { id, owner } = conversation
  const [closing, setClosing] = useState(false)
  const take = useAction(takeSupport, { refreshes })
  const close = useAction(closeSupport, { refreshes })
  const fail = (refusal: Refusal): void => {
    showToast(refusal.message, { kind: 'error', ms: 3000 })
  }
  if (owner !== 'me') {
    return (
      <div>
        <Button size="medium" loading={take.isPending} onClick={() => take.mutate({ id }, { onError: fail })}>
          {t(owner === undefined ? 'console.take' : 'console.takeOver')}
        </Button>
      </div>
    )
  }
  if (closing) {
    return (
      <ReasonCard
        title={t('console.closeTitle')}
        note={t('console.closeText')}
        submit={t('console.close')}
        label={t('console.reason')}
        codes={closeReasons}
        wordOf={(code) => t(`reasons.${code}`)}
        pending={close.isPending}
        problem={close.error?.message}
        onSubmit={(reason) => close.mutate({ id, reason }, { onSuccess: () => setClosing(false) })}
        onCancel={() => setClosing(false)}
      />
    )
  }
  return <AnswerForm id={id} onClose={() => setClosing(true)} />
}

/** An answer. What asks for secrets or money is named while it is typed, and cannot be sent. */
function AnswerForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords<Messages>('support')
  const field = useId()
  const [text, setText] = useState('')
  const answer = useAction(answerSupport, { refreshes })
  const asks = findAsks(text)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate({ id, text }, { onSuccess: () => setText('') })
      }}
    >
      <FieldFrame id={field} label={t('console.answer')} hint={t('console.rules')}>
        <textarea
          id={field}
          value={text}
          rows={5}
          maxLength={supportLimits.letters}
          aria-describedby={`${field}-help`}
          onChange={(event) => setText(event.target.value)}
          className="w-full resize-y bg-transparent text-15 text-ink outline-none"
        />
      </FieldFrame>
      {asks.length > 0 && (
        <div role="alert">
          <Note tone="warning" icon={ShieldAlert}>
            {t('console.stops')}: {asks.map((kind) => t(`console.asks.${kind}`)).join(' ')} {t('console.stopsText')}
          </Note>
        </div>
      )}
      {answer.error !== null && <Note tone="bad">{answer.error.message}</Note>}
      <div className="flex gap-2">
        <Button type="submit" size="medium" loading={answer.isPending} disabled={text.trim() === '' || asks.length > 0}>
          {t('console.send')}
        </Button>
        <Button kind="ghost" size="medium" onClick={onClose}>
          {t('console.close')}
        </Button>
      </div>
    </form>
  )
}
