import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  result: {
    title: 'Desde o início',
    result: 'Ganho ou perda',
    paidIn: 'Depositado menos sacado',
    basis: 'O valor de tudo o que é seu menos o que você depositou, cada movimento pelo fechamento do dia.',
    noTotal: 'Falta uma taxa de câmbio: sem ela não podemos somar tudo em pesos.',
    stale: 'Algum preço não está atualizado.',
  },
  allocation: {
    title: 'Composição',
    count_one: 'ativo',
    count_many: 'ativos',
    count_other: 'ativos',
    kinds: { cash: 'Dinheiro', share: 'Ações', coin: 'Cripto' },
  },
  holdings: {
    title: 'O que você tem',
    all: 'Ver tudo',
    sortLabel: 'Ordenar',
    sorts: { value: 'Por valor', result: 'Por resultado', name: 'Por nome' },
    ofTotal: '{percent} do total',
    unpriced: 'Sem preço',
    unknown: 'Custo desconhecido: {quantity}',
    sold: 'Já vendido',
    soldNote: 'Resultado do que você comprou aqui e não tem mais.',
    basis:
      'O resultado é o que suas vendas trouxeram mais o valor do que resta, menos o que você pagou, taxas incluídas.',
    empty: 'Aqui você verá tudo o que é seu',
    emptyText: 'Ações, cripto e dinheiro de todas as suas contas, cada um com seu ganho ou perda.',
    emptyAction: 'Ver mercados',
  },
}
