import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  ButtonLink,
  Card,
  CopyRow,
  classes,
  DateTime,
  ListRow,
  Loaded,
  Note,
  PageFrame,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import { listConversations, readConversation, writeMessage } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AttachedPicture } from './attached-picture.tsx'
import { type Conversation, ConversationPill } from './conversation-row.tsx'
import { MessageForm } from './message-form.tsx'
import { aboutAt, activityPath } from './paths.ts'
import { useTranscript } from './use-transcript.ts'

type Reply = ReplyOf<typeof readConversation>
type Line = Reply['lines'][number]

const everyMs = 15_000

/** One conversation: every line of it, the next message, and a copy to keep. */
export function ConversationPart({ id }: { readonly id: string }) {
  const t = useWords<Messages>('support')
  // The stream says that something is new; where it is down, it is asked for.
  const asked = useCall(readConversation, { id }, { everyMs })
  return (
    <PageFrame title={t('one')}>
      <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
        {({ conversation, lines }) => (
          <>
            <Head of={conversation} />
            <ol className="flex flex-col gap-2">
              {lines.map((line) => (
                <LineItem key={line.no} line={line} />
              ))}
            </ol>
            <Reply of={conversation} />
            <Copy of={conversation} lines={lines} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Head({ of }: { readonly of: Conversation }) {
  const t = useWords<Messages>('support')
  const { topic, about, state, dueAt } = of
  const prefix = about?.slice(0, 3)
  return (
    <Card className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words text-17">{t(`topics.${topic}`)}</h2>
        <ConversationPill state={state} />
      </div>
      {state === 'waiting' && dueAt !== undefined && (
        <p className="text-13 text-second">
          {t('until')} <DateTime at={dueAt} />
        </p>
      )}
      {about !== undefined && (prefix === 'ord' || prefix === 'dep' || prefix === 'wdr') && (
        <ListRow
          quiet
          first
          className="-mb-2.5"
          title={`${t(`aboutOne.${prefix}`)} …${about.slice(-6)}`}
          href={aboutAt(about)}
        />
      )}
    </Card>
  )
}

/** A message at its writer's side, or what else happened. Text only: what people wrote is never markup. */
function LineItem({ line }: { readonly line: Line }) {
  const t = useWords<Messages>('support')
  const { kind, side, at, text = '', reason, pictures = [] } = line
  if (kind !== 'message') {
    return (
      <li className="px-2 py-1 text-center text-12 text-second">
        {t(`events.${kind}`)}
        {reason !== undefined && `: ${t(`reasons.${reason}`)}`} · <DateTime at={at} />
      </li>
    )
  }
  const isOwn = side === 'customer'
  return (
    <li
      className={classes(
        'w-fit max-w-[86%] rounded-card px-3.5 py-2.5 shadow-card',
        isOwn ? 'self-end bg-wash' : 'self-start bg-card',
      )}
    >
      <p className="text-12 text-second">
        {t(isOwn ? 'you' : 'staff')} · <DateTime at={at} />
      </p>
      <p className="whitespace-pre-wrap text-15 [overflow-wrap:anywhere]">{text}</p>
      {pictures.map((picture) => (
        <AttachedPicture key={picture.fileId} picture={picture} />
      ))}
    </li>
  )
}

function Reply({ of }: { readonly of: Conversation }) {
  const t = useWords<Messages>('support')
  const write = useAction(writeMessage, { refreshes: [readConversation, listConversations] })
  return (
    <Card className="flex flex-col gap-2">
      <MessageForm
        label={t('message')}
        hint={t(of.state === 'closed' ? 'reopenHint' : 'never')}
        sending={write.isPending}
        error={write.error?.message}
        onSend={(message, sent) => write.mutate({ id: of.id, ...message }, { onSuccess: sent })}
      />
    </Card>
  )
}

function Copy({ of, lines }: { readonly of: Conversation; readonly lines: readonly Line[] }) {
  const t = useWords<Messages>('support')
  const { keep, isPending, error, outcome } = useTranscript(of, lines)
  const problem = error ?? (outcome === 'failed' ? t('keepFailed') : undefined)
  return (
    <Section title={t('keep')} pad="normal">
      <p className="mb-2 text-13 text-second">{t('keepText')}</p>
      <Button kind="ghost" size="medium" loading={isPending} onClick={keep}>
        {t('keep')}
      </Button>
      {problem !== undefined && (
        <div role="alert" className="mt-2">
          <Note tone="bad">{problem}</Note>
        </div>
      )}
      {typeof outcome === 'object' && (
        <div className="mt-2" aria-live="polite">
          <CopyRow label={t('keptHash')} value={outcome.hash} note={t('kept')} />
        </div>
      )}
      <div className="mt-3 border-hair border-t pt-3">
        <Note icon={Eye}>{t('lookedAt')}</Note>
        <ButtonLink kind="plain" size="medium" href={activityPath}>
          {t('activity')}
        </ButtonLink>
      </div>
    </Section>
  )
}
