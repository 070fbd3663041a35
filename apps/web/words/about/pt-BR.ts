import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  powers: {
    coming: 'O que vem',
    begin: 'Começa a contar: {roles}',
    end: 'Deixa de contar: {roles}',
    rootActs: 'Pessoas admitidas no servidor, sem a equipe: {ever} no total, {lately} em {days} dias.',
    waitHours:
      'As faculdades novas esperam {count} horas, anunciadas aqui. Até lá nada se propõe nem se decide com elas.',
    waitMinutes:
      'Neste mercado de prática as faculdades novas esperam {count} minutos; onde o dinheiro é real, pelo menos {hours} horas. Até lá nada se propõe nem se decide com elas.',
    title: 'O que a equipe pode fazer',
    note: 'A lista completa, feita do próprio programa. Ninguém pode definir um preço, uma execução, um rendimento nem um saldo. Cada ato sobre a sua conta fica no seu registro.',
    kinds: {
      'two-people': 'Com duas pessoas',
      acts: 'Uma pessoa',
      looks: 'Só ver',
    },
    two: 'Propõe: {makers}. Decide outra pessoa: {checkers}.',
    who: '{roles}',
    reasons: 'Motivos: {reasons}',
    times: '{count} em {days} dias',
    roles: {
      support: 'suporte',
      compliance: 'compliance',
      treasury: 'tesouraria',
      product: 'produto',
      auditor: 'auditoria',
      admin: 'administração',
    },
  },
  staffAccounts: {
    title: 'Contas de clientes de quem trabalha aqui',
    text: 'São reconhecidas pelos documentos verificados e seguem as mesmas regras. Ninguém decide sobre a sua. Em soma:',
    count: 'Contas',
    balances: 'Têm',
    results: 'Resultado de operar, com taxas',
  },
  made: {
    title: 'Como o mercado é feito',
    lead: 'Este mercado é de prática: quem faz os preços é um programa nosso, não uma bolsa. Aqui está quem cota, quem toma e quanto esse programa ganhou ou perdeu contra os clientes.',
    leadElsewhere:
      'Os preços deste mercado vêm de fora; do outro lado das suas ordens está um programa nosso, com dinheiro de prática. Aqui está quanto ele ganhou ou perdeu contra os clientes.',
    who: 'Quem está no mercado',
    quoteT: 'Quem cota',
    quote:
      'Dois formadores de mercado simulados mantêm níveis de compra e de venda em cada instrumento. Se acumulam demais, movem os preços, igual para os dois lados.',
    takeT: 'Quem toma',
    take: 'Cinco tipos de participantes simulados: ao acaso, de tendência, de reversão, informados e de ordens grandes em partes. E os clientes, no mesmo livro.',
    whatT: 'Sobre o quê',
    what: 'Um valor justo que sai de uma semente escolhida antes do início. Ninguém pode mudá-lo: nem a equipe nem a configuração.',
    knowT: 'Alguns conhecem o valor justo',
    know: 'Os formadores cotam em torno dele e os informados tomam o que fica além. Você não o vê: contra eles, adivinhar tende a custar.',
    blindT: 'O que ninguém vê',
    blind:
      'Nenhum deles pode perguntar de quem é uma ordem: a sua é tratada como qualquer outra, e quem chegou antes a um preço vai primeiro.',
    won: 'O que o mercado ganhou ou perdeu',
    basis:
      'De um dia de bolsa: o que recebeu dos clientes, menos o que pagou a eles, mais a mudança de valor do que tem, ao preço de fechamento de cada dia. As operações entre clientes se compensam. As comissões ficam à parte: são da Bolsillo. Dinheiro a favor do mercado é dinheiro que os clientes perderam.',
    against: 'Contra os clientes',
    demo: 'Contra as contas de demonstração',
    none: 'Ainda não há operações nestes dias.',
    open: 'até agora',
    unpriced: 'Sem preço de fechamento, fora da soma: {count}',
    parts: 'De que se compõe',
    bought: 'Vendeu',
    sold: 'Comprou',
    received: 'Recebeu',
    paid: 'Pagou',
    other: 'Financiamento e perdas que assumiu',
    before: 'Tinha, no fechamento anterior',
    after: 'Tem, no fechamento',
    result: 'Resultado',
    demoPart: 'demonstração',
    at: 'a {price}',
  },
}
