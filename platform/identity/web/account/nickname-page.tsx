import type { ReplyOf } from '@bolsillo/contract'
import { Button, Loaded, PageFrame, SkeletonRows, showToast, TextField } from '@bolsillo/ui'
import { useAction, useCall, useGoBack, useWords } from '@bolsillo/web-kit'
import { type FormEvent, useState } from 'react'
import { profile, updateProfile } from '../../contract/index.ts'
import { isNickname } from '../../domain/nickname.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'

const lengthMax = 40

/** What the customer is called in the app. Nobody else sees it; empty takes it away. */
export default function NicknamePage() {
  const t = useWords<Messages>('identity')
  const own = useCall(profile, {})
  return (
    <PageFrame title={t('nickname.title')}>
      <Loaded of={own} skeleton={<SkeletonRows rows={1} />}>
        {(data) => <NicknameForm of={data} />}
      </Loaded>
    </PageFrame>
  )
}

function NicknameForm({ of }: { readonly of: ReplyOf<typeof profile> }) {
  const t = useWords<Messages>('identity')
  const goBack = useGoBack()
  const [typed, setTyped] = useState(of.nickname ?? '')
  const change = useAction(updateProfile, { refreshes: [profile] })
  const nickname = typed.trim()
  const problem = isNickname(nickname) ? undefined : t('rejections.nickname-malformed')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (problem !== undefined) return
    const onSuccess = (): void => {
      showToast(t(nickname === '' ? 'nickname.removed' : 'nickname.saved'))
      goBack()
    }
    change.mutate({ nickname }, { onSuccess })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3.5">
      <TextField
        label={t('nickname.label')}
        value={typed}
        onChange={(text) => {
          change.reset()
          setTyped(text)
        }}
        name="nickname"
        autoComplete="nickname"
        maxLength={lengthMax}
        hint={t('nickname.hint')}
        error={problem ?? refusalOf(change.error, 'nickname')}
      />
      <RefusalNote text={refusalElsewhere(change.error, ['nickname'], t('code.unknown'))} />
      <Button type="submit" wide loading={change.isPending} disabled={nickname === (of.nickname ?? '')}>
        {t('nickname.save')}
      </Button>
    </form>
  )
}
