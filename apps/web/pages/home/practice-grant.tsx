import { readAssets, takePracticeGrant } from '@bolsillo/ledger/contract'
import { value as readValue } from '@bolsillo/portfolio/contract'
import { Amount, Button, formatAmount, useUi } from '@bolsillo/ui'
import { useAction, useGo, useRefresh, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../words/es-ES.ts'
import { useFirstShare } from './use-first-share.ts'

interface GrantProps {
  readonly amounts: ReadonlyArray<{ readonly asset: string; readonly amount: string }>
}

/** A new customer of the practice market owns nothing yet: what they can have, and the one thing to do first. */
export default function PracticeGrant({ amounts: offered }: GrantProps) {
  const t = useWords<Messages>('core')
  const { style } = useUi()
  const go = useGo()
  const share = useFirstShare()
  const take = useAction(takePracticeGrant)
  const refresh = useRefresh()
  const [first, ...others] = offered
  const more = others.map(({ asset, amount }) => formatAmount(amount, asset, style)).join(' · ')
  return (
    // The same blue in both themes, with what is on it.
    <section className="rounded-card bg-[linear-gradient(160deg,#1652f0,#0b39b8)] p-[18px] text-[#ffffff]">
      <h2 className="font-plain text-13 text-[#dbe5ff]">{t('home.grantTitle')}</h2>
      <p className="flow-root h-[43px] font-strong text-34 leading-[43px] tracking-tight [&_.text-second]:text-[#b9ccff]">
        {first !== undefined && <Amount value={first.amount} currency={first.asset} hero />}
      </p>
      {more !== '' && <p className="text-13 text-[#dbe5ff]">{t('home.grantMore', { amounts: more })}</p>}
      <p className="mt-2.5 mb-4 text-14 text-[#eef3ff] leading-relaxed">{t('home.grantText')}</p>
      {take.error !== null && (
        <p role="alert" className="mb-3 rounded-small bg-[#ffffff] px-3 py-2 text-13 text-[#c9222f]">
          {take.error.message === '' ? t('home.failed') : take.error.message}
        </p>
      )}
      <Button
        wide
        kind="plain"
        className="bg-[#ffffff] text-[#1652f0]!"
        loading={take.isPending}
        onClick={() =>
          take.mutate(
            {},
            {
              onSuccess: () => {
                // Before the money is read again: this card is gone with it.
                go(share)
                refresh(readAssets, readValue)
              },
            },
          )
        }
      >
        {t('home.grantAction')}
      </Button>
    </section>
  )
}
