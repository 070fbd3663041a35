import { BareFrame, Button, ButtonLink, DateTime, Note } from '@bolsillo/ui'
import { useAction, useSearchParams, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { freezeAccount } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { BrandHead } from '../sign-in/brand-head.tsx'

/** Where the link of a notice leads: one button, which stops everything. No password: whoever needs it may have lost it. */
export default function FreezePage() {
  const t = useWords<Messages>('identity')
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const freeze = useAction(freezeAccount)
  if (freeze.data !== undefined) {
    return (
      <BareFrame>
        <BrandHead title={t('freeze.done')} text={t('freeze.doneText')} />
        <p className="text-14 text-second">
          {t('freeze.until')} <DateTime at={freeze.data.until} />
        </p>
        <ButtonLink wide href="/pages/account/reset">
          {t('freeze.reset')}
        </ButtonLink>
      </BareFrame>
    )
  }
  return (
    <BareFrame>
      <BrandHead title={t('freeze.title')} text={t('freeze.text')} />
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14 text-second">
        <li>{t('freeze.effect1')}</li>
        <li>{t('freeze.effect2')}</li>
        <li>{t('freeze.effect3')}</li>
      </ul>
      {(freeze.isError || token === '') && (
        <div role="alert">
          <Note icon={CircleAlert} tone="bad">
            {freeze.error === null ? t('rejections.freeze-link-unknown') : freeze.error.message || t('code.unknown')}
          </Note>
        </div>
      )}
      <Button
        wide
        kind="danger"
        disabled={token === ''}
        loading={freeze.isPending}
        onClick={() => freeze.mutate({ token })}
      >
        {t('freeze.button')}
      </Button>
      <ButtonLink kind="plain" size="medium" href="/pages/account/login">
        {t('freeze.wasMe')}
      </ButtonLink>
    </BareFrame>
  )
}
