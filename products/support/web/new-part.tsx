import { Card, DefinitionList, Note, SelectField, showToast } from '@bolsillo/ui'
import { useAction, useNavigate, useWords } from '@bolsillo/web-kit'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useState } from 'react'
import { listConversations, openConversation } from '../contract/index.ts'
import { type Topic, topics } from '../domain/conversation.ts'
import type { Messages } from '../messages/es-ES.ts'
import { MessageForm } from './message-form.tsx'
import { conversationAt } from './paths.ts'

const kinds = { ord: 'order', dep: 'deposit', wdr: 'withdrawal' } as const

const place = /^(?:ord|dep|wdr)_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** What an address asks about, if that is something there can be a question about. */
function readAbout(about = ''): { readonly id: string; readonly kind: keyof typeof kinds } | undefined {
  const kind = (['ord', 'dep', 'wdr'] as const).find((prefix) => about.startsWith(`${prefix}_`))
  return kind === undefined || !place.test(about) ? undefined : { id: about, kind }
}

/** The form of a new conversation. `about` came with the page: an order, a deposit, a withdrawal. */
export function NewPart({ about }: { readonly about: string | undefined }) {
  const t = useWords<Messages>('support')
  const navigate = useNavigate()
  const named = readAbout(about)
  const [topic, setTopic] = useState<Topic>(named === undefined ? 'other' : kinds[named.kind])
  const open = useAction(openConversation, { refreshes: [listConversations] })
  return (
    <>
      <Note icon={ShieldAlert}>{t('never')}</Note>
      <Card className="flex flex-col gap-3">
        {named === undefined ? (
          <SelectField
            label={t('topic')}
            value={topic}
            onChange={setTopic}
            choices={topics.map((one) => ({ value: one, label: t(`topics.${one}`) }))}
          />
        ) : (
          <DefinitionList facts={[{ label: t(`aboutOne.${named.kind}`), value: <Short id={named.id} /> }]} />
        )}
        <MessageForm
          label={t('message')}
          hint={t('messageHint')}
          sending={open.isPending}
          error={open.error?.message}
          onSend={(message, sent) =>
            open.mutate(
              { topic, ...message, ...(named === undefined ? {} : { about: named.id }) },
              {
                onSuccess: ({ conversation }) => {
                  sent()
                  showToast(t('sent'))
                  navigate(conversationAt(conversation.id), { replace: true })
                },
              },
            )
          }
        />
      </Card>
    </>
  )
}

/** An id as people read it aloud: its end. */
function Short({ id }: { readonly id: string }) {
  return <span title={id}>…{id.slice(-6)}</span>
}
