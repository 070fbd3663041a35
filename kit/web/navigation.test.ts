import { describe, expect, it } from 'vitest'
import { backTarget, href } from './navigation.ts'

describe('addresses', () => {
  it('carry what a page shows in their query, without what is not there', () => {
    expect(href('/pages/stock/order')).toBe('/pages/stock/order')
    expect(href('/pages/stock/stockKline', { symbol: 'PE&OLES.MX', interval: undefined, page: 2, note: '' })).toBe(
      '/pages/stock/stockKline?symbol=PE%26OLES.MX&page=2',
    )
  })

  it('go back to our own pages only', () => {
    expect(backTarget('?back=%2Fpages%2Fstock%2Forder%3ForderId%3Dord_1')).toBe('/pages/stock/order?orderId=ord_1')
    for (const evil of ['https://evil.example/', '//evil.example/pages/x', '/pages//evil', 'javascript:alert(1)', '']) {
      expect(backTarget(`?back=${encodeURIComponent(evil)}`)).toBe('/pages/tabbar/home')
    }
  })
})
