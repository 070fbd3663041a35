import { Button, Note, showToast } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Messages } from '../../messages/es-ES.ts'

interface RecoveryCodesCardProps {
  readonly codes: readonly string[]
  /** They were kept somewhere: go on. */
  readonly onDone: () => void
}

/** The ten recovery codes, shown this once. */
export function RecoveryCodesCard({ codes, onDone }: RecoveryCodesCardProps) {
  const t = useWords<Messages>('identity')
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'))
    showToast(t('factors.copied'))
  }
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-20">{t('factors.recoveryTitle')}</h2>
      <p className="text-14 text-second">{t('factors.recoveryText')}</p>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card bg-card p-4 text-center font-mono font-strong text-15 shadow-card [font-variant-ligatures:none]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Note icon={TriangleAlert} tone="warning">
        {t('factors.recoveryOnce')}
      </Note>
      <Button kind="ghost" wide onClick={() => void copy()}>
        {t('factors.copyCodes')}
      </Button>
      <Button wide onClick={onDone}>
        {t('factors.recoveryDone')}
      </Button>
    </div>
  )
}
