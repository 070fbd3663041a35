import { Button, Qr, showToast } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

/** The secret of an authenticator app: as a code to scan, and in groups of four to type. */
export function SecretCard({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const t = useWords<Messages>('identity')
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    showToast(t('factors.copied'))
  }
  return (
    <div className="flex flex-col items-center gap-3 rounded-card bg-card p-4 shadow-card">
      <Qr text={uri} label={t('factors.qr')} size={192} />
      <p className="text-center text-13 text-second">{t('factors.scan')}</p>
      <p className="max-w-[17em] text-center font-strong text-15 tracking-wide" data-testid="totp-secret">
        {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
      </p>
      <Button kind="plain" size="medium" onClick={() => void copy()}>
        {t('factors.copySecret')}
      </Button>
    </div>
  )
}
