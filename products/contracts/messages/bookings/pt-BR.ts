import type { BookingWords } from './es-ES.ts'

export const bookings: BookingWords = {
  funding: {
    running: 'Leituras da taxa em curso',
    mine: 'Meus pagamentos',
    market: 'Do contrato',
    empty: 'Você ainda não pagou nem recebeu financiamento.',
    emptyMarket: 'Este contrato ainda não teve um pagamento.',
    explained:
      'A cada {hours} h um lado paga ao outro segundo a taxa. Nada fica com a Bolsillo: o que se pagou é exatamente o que se recebeu.',
    rate: 'Taxa {rate}',
    holders: '{holders} posições · {looks} leituras',
    pick: 'Contrato',
  },
  bookings: {
    total: 'Resultado sem o que segue aberto',
    explained: 'Cada linha é um lançamento do diário. O que segue aberto aparece na posição e muda com a marca.',
    list: 'Cada lançamento',
    borne: 'Coberto pelo fundo e pelo mercado',
    liquidationFee: 'Taxa de liquidação',
    charges: { fee: 'Taxa', vat: 'IVA', liquidationFee: 'Liquidação' },
    kinds: {
      fill: 'Negócio',
      margin: 'Mudança de margem',
      deleveraging: 'Desalavancagem',
      'funding-loss': 'Perda por financiamento',
      funding: 'Financiamento',
    },
  },
  looks: {
    paid: 'paga em',
    running: 'corre até',
    from: 'Desde',
    count: 'Leituras',
    mark: 'Marca da última',
    interest: 'Juro de {hours} h',
    clamp: 'O máximo que puxa',
    cap: 'Teto da taxa',
    formula:
      'A taxa é a média dos prêmios, puxada para o juro e com teto. O prêmio diz quanto o livro compra ou vende longe do índice.',
    sound: 'Seu telefone refez a taxa',
    unsound: 'A taxa não sai destas leituras',
    how: 'Com as leituras e os termos desta página, pela fórmula publicada.',
    list: 'Cada leitura',
    none: 'Este intervalo ainda não tem leituras.',
    notKept: 'Deste pagamento, de uma versão anterior, as leituras já não são guardadas.',
    markAndIndex: 'Marca · índice',
    checks: {
      count: 'Todas as leituras estão aqui',
      interval: 'Cada uma, uma vez e dentro do intervalo',
      rate: 'A taxa sai delas',
      mark: 'A marca é a da última',
    },
  },
}
