import { PageFrame } from '@bolsillo/ui'
import { useGo, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { ConvertForm } from './convert-form.tsx'
import { ConvertHistory } from './convert-history.tsx'
import { paths } from './paths.ts'

/** The customer's own exchange: convert what the stock purse has, and everything converted before. */
export default function OwnExchangePage() {
  const t = useWords<Messages>('exchange')
  const go = useGo()
  return (
    <PageFrame title={t('own.title')}>
      <ConvertForm purse="stock" page={paths.own} />
      <ConvertHistory onOpen={(receipt) => go(paths.own, { receipt })} />
    </PageFrame>
  )
}
