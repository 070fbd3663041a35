import { PortfolioTab } from '@bolsillo/portfolio/web'
import { Icon, IconButton } from '@bolsillo/ui'
import { type FamilyTabProps, useWords } from '@bolsillo/web-kit'
import History from 'lucide-react/icons/history'
import Search from 'lucide-react/icons/search'
import { lazy, Suspense } from 'react'
import { hasPage } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'
import { Money } from '../home/money.tsx'
import { families, holdingHref } from './families.ts'

const ordersPath = '/pages/user/orders'
const searchPath = '/pages/stock/search'

const held = families.flatMap(({ key, held: load }) => (load === undefined ? [] : [{ key, Part: lazy(load) }]))

/** Everything that is owned, of every family. */
export default function Everything({ title, families: choice }: FamilyTabProps) {
  const t = useWords<Messages>('core')
  return (
    <PortfolioTab
      title={title}
      families={choice}
      actions={
        <>
          <IconButton href={ordersPath} label={t('mine.orders')} icon={<Icon of={History} />} />
          {hasPage(searchPath) && <IconButton href={searchPath} label={t('home.search')} icon={<Icon of={Search} />} />}
        </>
      }
      money={<Money />}
      marketsPath="/pages/tabbar/markets"
      resultsPath="/pages/user/results"
      hrefOf={holdingHref}
    >
      {held.map(({ key, Part }) => (
        <Suspense key={key}>
          <Part />
        </Suspense>
      ))}
    </PortfolioTab>
  )
}
