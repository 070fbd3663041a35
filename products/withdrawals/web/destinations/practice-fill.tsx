import { Button, Card, Icon } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { Messages } from '../../messages/es-ES.ts'

/** The practice market's way to have an account or an address: valid, nobody's, and marked in title and color. */
export function PracticeFill({ of, onFill }: { readonly of: 'clabe' | 'address'; readonly onFill: () => void }) {
  const t = useWords<Messages>('withdrawals')
  return (
    <Card className="border-[1.5px] border-warnink/30 border-dashed">
      <h2 className="flex items-center gap-2 text-15">
        <Icon of={FlaskConical} size={18} className="text-warnink" />
        {t(`practice.${of}Title`)}
      </h2>
      <p className="mt-1 mb-3 text-13 text-second">{t(`practice.${of}Text`)}</p>
      <Button kind="ghost" wide onClick={onFill}>
        {t(`practice.${of}Action`)}
      </Button>
    </Card>
  )
}
