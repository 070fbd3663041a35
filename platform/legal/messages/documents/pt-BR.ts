import type { DocumentWords } from '../../domain/index.ts'

/** The documents in Brazilian Portuguese. */
export const documents: DocumentWords = {
  titles: { privacy: 'Aviso de privacidade', disclaimer: 'Aviso de riscos' },
  facts: {
    name: 'nome legal',
    address: 'endereço',
    privacyEmail: 'e-mail de privacidade',
    privacyOfficer: 'encarregado de dados',
    complaintsEmail: 'e-mail de reclamações',
    license: 'licença',
    regulator: 'autoridade que a supervisiona',
    moneyHolder: 'quem guarda o dinheiro',
    conflicts: 'conflitos de interesse',
  },
  practice: {
    name: 'Bolsillo, empresa de prática',
    address: 'sem escritório: funciona no computador de quem a instalou',
    privacyEmail: 'sem e-mail próprio: pergunte a quem instalou este servidor',
    privacyOfficer: 'quem instalou este servidor',
    complaintsEmail: 'sem e-mail próprio: pergunte a quem instalou este servidor',
    license: 'Nenhuma, e não precisa: não guarda dinheiro real nem toca em um mercado real.',
    regulator: 'Nenhuma: é uma empresa de prática.',
    moneyHolder: 'Ninguém: aqui não há dinheiro real.',
    conflicts:
      'O mercado é feito por um programa desta mesma empresa, que está do outro lado de muitas ordens. Quanto ele ganha ou perde contra os clientes é publicado.',
  },
  missing: '[falta: {fact}]',
  none: {
    license: 'Nenhuma. Esta empresa não tem licença.',
    regulator: 'Nenhuma autoridade supervisiona esta empresa.',
    conflicts: 'A empresa declara que não tem.',
  },
  privacy: {
    practice: {
      title: 'Esta é uma empresa de prática',
      lines: [
        'Não guarda dinheiro real, não tem licença e nenhuma ordem chega a um mercado real. Serve para aprender e para testar o programa.',
        'Use dados de prática. Não envie seus documentos reais: os de prática são criados com um botão.',
        'O que segue também vale aqui: é assim que o programa trata os dados que você der.',
      ],
    },
    who: {
      title: 'Quem responde pelos seus dados',
      lines: [
        'Controlador: {name}.',
        'Endereço: {address}.',
        'Encarregado: {privacyOfficer}.',
        'E-mail: {privacyEmail}.',
      ],
    },
    data: {
      title: 'Quais dados guardamos',
      lines: [
        '- Seu telefone ou e-mail, seu idioma e, se quiser, um apelido.',
        '- Suas senhas, só como impressões que não podem ser lidas, e os códigos e mensagens que enviamos.',
        '- Suas sessões: qual aparelho, de qual rede e a que hora.',
        '- Para verificar você: nome, data de nascimento, número e validade do documento, fotos dele e CURP, RFC, CPF ou CNPJ.',
        '- As contas de banco e os endereços para onde você saca.',
        '- Suas ordens, operações, depósitos, saques e saldos.',
        '- O que nosso pessoal faz ou olha na sua conta.',
      ],
    },
    sensitive: {
      title: 'Dados sensíveis e biométricos',
      lines: [
        'Seus documentos e as fotos deles ficam cifrados e só os abre quem revisa o seu caso; cada vez que alguém os abre, fica no seu registro. Seus saldos e operações são lidos pelo programa e, da equipe, só por quem precisa deles para trabalhar.',
        'Não calculamos medidas do seu rosto nem da sua voz. Se você entra com a digital ou o rosto, quem compara é o seu telefone, e isso nunca chega a nós.',
        'Não pedimos saúde, religião, opiniões políticas, origem étnica nem vida sexual.',
      ],
    },
    purposes: {
      title: 'Para que os usamos',
      lines: [
        'Fins necessários, sem os quais não há conta:',
        '- abri-la e saber que é você;',
        '- cuidar das suas ordens, do seu dinheiro e dos seus extratos;',
        '- protegê-la e avisar você do que acontece nela;',
        '- cumprir as leis contra a lavagem de dinheiro e as do fisco.',
        'Fins secundários: nenhum. Não fazemos publicidade com seus dados nem perfis para vender algo a você. Se um dia houver, você será perguntado antes, e dizer não não tira nada de você.',
      ],
    },
    bases: {
      title: 'Com que base (México e LGPD)',
      lines: [
        '- Contrato: o que é preciso para manter a sua conta.',
        '- Lei: verificar identidades, guardar operações e responder à autoridade.',
        '- Interesse legítimo (só no Brasil): encontrar fraudes e proteger contas.',
        '- Consentimento: o que você dá sem precisar, como um apelido, e seus dados sensíveis e financeiros onde a lei pede. Você o retira quando quiser.',
      ],
    },
    transfers: {
      title: 'Com quem são compartilhados',
      lines: [
        'Não os vendemos nem os damos a anunciantes. Saem só assim:',
        '- ao banco ou à rede que paga seu saque ou traz seu depósito: seu nome, a conta e o valor;',
        '- a quem entrega nossas mensagens: seu telefone ou e-mail e a mensagem;',
        '- à autoridade que a lei indica, quando pede por escrito.',
        'Esses envios não precisam da sua permissão, porque são parte do serviço ou a lei os ordena. Qualquer outro, dentro ou fora do país, é perguntado a você antes.',
      ],
    },
    keeping: {
      title: 'Por quanto tempo e como são protegidos',
      lines: [
        'Enquanto você tiver conta e, depois, o tempo que a lei manda guardar operações e identificações. Depois você pode pedir que sejam apagados.',
        'O diário que prova as contas não guarda seu nome: só impressões que sem os seus dados não dizem nada.',
        'Os documentos ficam cifrados, o pessoal entra com uma chave física ou do aparelho, e o que é delicado é decidido por duas pessoas.',
        'Se houver um vazamento que afete você, avisamos assim que for confirmado: o que houve, quais dados e o que você pode fazer.',
      ],
    },
    arco: {
      title: 'Se você está no México: direitos ARCO',
      lines: [
        'Você pode ver seus dados (acesso), corrigi-los (retificação), pedir que sejam apagados (cancelamento) e opor-se a um uso (oposição), também a decisões que um programa toma sozinho.',
        'Escreva a {privacyEmail} com seu nome, onde responder, uma cópia do seu documento e o que pede.',
        'No México a resposta chega em vinte dias úteis e, se for sim, é cumprida nos quinze seguintes. É grátis; só se cobram cópias ou envios.',
        'Muito você faz sem pedir: suas operações e seu registro podem ser baixados no app.',
      ],
    },
    revoke: {
      title: 'Retirar o consentimento ou limitar o uso',
      lines: [
        'Escreva a {privacyEmail} e diga qual uso quer parar. Paramos todos os que nem a lei nem a sua conta aberta exijam.',
        'Retirá-lo nunca impede você de vender o que tem nem de sacar o seu dinheiro.',
      ],
    },
    lgpd: {
      title: 'Seus direitos da LGPD',
      lines: [
        'Do artigo 18, grátis e a qualquer momento:',
        '- confirmar que tratamos seus dados e vê-los;',
        '- corrigir os incompletos, inexatos ou desatualizados;',
        '- anonimizar, bloquear ou eliminar os desnecessários;',
        '- levá-los a outro fornecedor;',
        '- eliminar os que você deu com consentimento;',
        '- saber com quem foram compartilhados;',
        '- saber que você pode negar e o que acontece então;',
        '- revogar o consentimento.',
        'Você também pode pedir que uma pessoa revise o que um programa decidiu. O encarregado é {privacyOfficer}: {privacyEmail}. A resposta completa chega em quinze dias.',
      ],
    },
    authority: {
      title: 'Se nossa resposta não bastar',
      lines: [
        'Primeiro peça a nós e guarde o pedido com a data. No Brasil, leve à ANPD, a agência de proteção de dados, a reclamação que não resolvemos. No México, vá à Secretaría Anticorrupción y Buen Gobierno dentro dos quinze dias úteis depois da nossa resposta, ou do fim do prazo se não houve.',
      ],
    },
    browser: {
      title: 'O que fica no seu navegador',
      lines: [
        'Sua sessão, seu idioma, suas preferências e uma chave que reconhece este aparelho. Não há rastreadores, publicidade nem programas de outras empresas.',
      ],
    },
    changes: {
      title: 'Quando este aviso muda',
      lines: [
        'Cada versão tem número e data. Ao entrar você vê uma vez o que mudou desde a que aceitou, e a versão em vigor está sempre nesta página.',
        'Aceitar ou não uma versão nova nunca impede uma venda, um saque nem a sua entrada.',
      ],
    },
  },
  disclaimer: {
    practice: {
      title: 'Isto é prática',
      lines: [
        'O dinheiro não é real, nenhuma ordem chega a um mercado real e nada daqui pode ser recebido. Os preços são feitos por um programa ou copiados de um mercado; de onde vêm está à vista. Ganhar aqui não diz que você ganharia com dinheiro real.',
        'Os riscos abaixo são os dos produtos reais: são explicados para que você os conheça sem pagar por isso.',
      ],
    },
    who: {
      title: 'Com quem você trata',
      lines: [
        'Empresa: {name}.',
        'Endereço: {address}.',
        'Licença: {license}',
        'Autoridade: {regulator}',
        'Quem guarda o dinheiro: {moneyHolder}',
      ],
    },
    general: {
      title: 'Você pode perder',
      lines: [
        'Os preços sobem e descem. Você pode receber menos do que pôs, ou nada.',
        'O que houve antes não diz o que vai haver. Ninguém pode prometer um rendimento a você.',
        'Use só dinheiro de que não precise logo, e nunca dinheiro emprestado.',
      ],
    },
    shares: {
      title: 'Ações',
      lines: [
        'Uma ação é uma parte de uma empresa. Se a empresa vai mal, pode valer muito pouco; se quebra, nada.',
        'Entre um fechamento e a abertura seguinte o preço pode saltar: uma ordem com limite ou de perda máxima pode não se cumprir, ou cumprir-se a outro preço.',
        'O que você compra hoje pode demorar até poder ser vendido. Ações de outro país mudam também com a moeda dele.',
      ],
    },
    coins: {
      title: 'Moedas digitais',
      lines: [
        'Podem perder mais da metade em dias, também à noite e no fim de semana.',
        'Nenhum banco central as garante, e em muitos países nenhum seguro as cobre.',
        'Um envio a um endereço errado não pode ser desfeito. Uma moeda pode deixar de ser negociada.',
      ],
    },
    contracts: {
      title: 'Contratos perpétuos',
      lines: [
        'Com alavancagem, um movimento pequeno contra você leva tudo o que pôs na posição.',
        'Se a margem não basta, a posição se fecha sozinha, em parte ou toda, ao preço que houver. Pode ser que nenhum aviso chegue a tempo.',
        'A cada poucas horas você paga ou recebe um financiamento; com o tempo pode custar mais que a comissão.',
        'Antes do seu primeiro contrato você vê quantas contas perdem aqui, contado das operações.',
      ],
    },
    conversion: {
      title: 'Câmbio',
      lines: [
        'A taxa inclui uma margem, que você vê antes de aceitar. Ir e voltar custa duas vezes.',
        'Se você gasta em uma moeda e guarda em outra, também ganha ou perde pelo câmbio.',
      ],
    },
    advice: {
      title: 'Não damos conselho',
      lines: [
        'O que você vê são dados e ferramentas, não uma recomendação para você. Você decide cada ordem.',
        'Quem promete ganhos, ou pede senha, código ou pagamento por um saque, está enganando você.',
      ],
    },
    service: {
      title: 'Quando algo falha',
      lines: [
        'A rede, o mercado ou nosso servidor podem falhar. Uma ordem pode chegar tarde ou não chegar; o app diz qual das duas, e nunca dá por feito o que não houve.',
        'Um mercado pode parar. O que está em pausa, desde quando e até quando, é público.',
      ],
    },
    money: {
      title: 'Seu dinheiro',
      lines: [
        'Um saque nunca pede um pagamento antes: a tarifa é descontada do valor e você a vê primeiro.',
        'Dinheiro em uma corretora ou em moedas digitais não é depósito de banco: os seguros de depósitos (FGC no Brasil, IPAB no México) não cobrem as perdas de um investimento.',
        'Cada movimento fica em um diário que não pode ser mudado, e a cada dia se publica uma prova do que se deve a todos os clientes, que seu app verifica.',
      ],
    },
    complaints: {
      title: 'Reclamações',
      lines: [
        'Escreva primeiro a {complaintsEmail}. Se a resposta não servir, a página “Sobre” leva à autoridade do seu país.',
      ],
    },
    changes: {
      title: 'Quando este aviso muda',
      lines: [
        'Cada versão tem número e data. Ao entrar você vê uma vez o que mudou desde a que aceitou.',
        'Aceitar ou não uma versão nova nunca impede uma venda, um saque nem a sua entrada.',
      ],
    },
  },
  changes: { privacy: {}, disclaimer: {} },
}
