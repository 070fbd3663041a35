import { Button, Icon, Note } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { Messages } from '../../messages/es-ES.ts'
import type { Captcha } from './use-captcha.ts'

/** Says how the check for a person goes. There is nothing to click, read or hear: the device does the work. */
export function CaptchaLine({ captcha }: { readonly captcha: Captcha }) {
  const t = useWords<Messages>('identity')
  if (captcha.state === 'failed') {
    return (
      <Button kind="plain" size="medium" onClick={captcha.retry}>
        {t('captcha.failed')}
      </Button>
    )
  }
  const isDone = captcha.state === 'done'
  return (
    <div role="status" className="px-1">
      {isDone ? (
        <Note icon={ShieldCheck}>{t('captcha.done')}</Note>
      ) : (
        <p className="flex items-center gap-1.5 text-12 text-second">
          <span className="animate-[turn_0.8s_linear_infinite]">
            <Icon of={LoaderCircle} size={16} />
          </span>
          {t('captcha.checking')}
        </p>
      )}
    </div>
  )
}
