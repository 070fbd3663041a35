import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { paths } from './addresses.ts'

const own = { guard: 'customer', frame: 'page' } as const

/** The pages of withdrawals and of where they go. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: paths.withdraw,
      titleKey: 'withdrawals.titles.withdraw',
      ...own,
      load: () => import('./withdraw-page.tsx'),
    }),
    definePage({
      path: paths.bank,
      titleKey: 'withdrawals.titles.bank',
      ...own,
      load: () => import('./bank-withdraw-page.tsx'),
    }),
    definePage({
      path: paths.crypto,
      titleKey: 'withdrawals.titles.crypto',
      ...own,
      load: () => import('./crypto-withdraw-page.tsx'),
    }),
    definePage({
      path: paths.origin,
      titleKey: 'withdrawals.origins.title',
      ...own,
      load: () => import('./return-origin-page.tsx'),
    }),
    definePage({
      path: paths.terms,
      titleKey: 'withdrawals.terms.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./terms-page.tsx'),
    }),
    definePage({
      path: paths.recordIndex,
      titleKey: 'withdrawals.titles.records',
      ...own,
      load: () => import('./records-page.tsx'),
    }),
    definePage({
      path: paths.bankRecords,
      titleKey: 'withdrawals.titles.records',
      ...own,
      load: () => import('./records-page.tsx'),
    }),
    definePage({
      path: paths.cryptoRecords,
      titleKey: 'withdrawals.titles.records',
      ...own,
      load: () => import('./crypto-records-page.tsx'),
    }),
    definePage({
      path: paths.cryptoDetail,
      titleKey: 'withdrawals.titles.record',
      ...own,
      load: () => import('./record-page.tsx'),
    }),
    definePage({
      path: paths.bankDetail,
      titleKey: 'withdrawals.titles.record',
      ...own,
      load: () => import('./record-page.tsx'),
    }),
    definePage({
      path: paths.bankList,
      titleKey: 'withdrawals.titles.bankList',
      ...own,
      load: () => import('./destinations/bank-list-page.tsx'),
    }),
    definePage({
      path: paths.addBank,
      titleKey: 'withdrawals.titles.addBank',
      ...own,
      load: () => import('./destinations/add-bank-page.tsx'),
    }),
    definePage({
      path: paths.addressList,
      titleKey: 'withdrawals.titles.addressList',
      ...own,
      load: () => import('./destinations/address-list-page.tsx'),
    }),
    definePage({
      path: paths.addAddress,
      titleKey: 'withdrawals.titles.addAddress',
      ...own,
      load: () => import('./destinations/add-address-page.tsx'),
    }),
  ],
}
