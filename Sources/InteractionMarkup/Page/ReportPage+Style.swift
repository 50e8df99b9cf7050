extension ReportPage {
  static let style = """
    :root{--ink:#1c2430;--soft:#5b6675;--line:#dfe4ea;--back:#f6f7f9;--card:#fff;
      --c1:#2563eb;--c2:#d97706;--c3:#dc2626;--c4:#0d9488;--c5:#7c3aed;--good:#15803d;--bad:#b91c1c}
    @media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b5;--line:#2c3541;
      --back:#12161c;--card:#1a2029;--c1:#6ea8fe;--c2:#f0a94b;--c3:#f87171;--c4:#4fd1c5;
      --c5:#b794f6;--good:#4ade80;--bad:#f87171}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--ink);
      font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
    main{max-width:960px;margin:0 auto;padding:32px 20px 64px}
    h1{font-size:22px;margin:0;overflow-wrap:anywhere}h2{font-size:16px;margin:32px 0 8px}
    .verdict{margin:4px 0 20px;font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(124px,1fr));gap:10px}
    .tiles div,figure{background:var(--card);border:1px solid var(--line);border-radius:10px}
    .tiles div{padding:12px 14px}.tiles b{display:block;font-size:20px;
      font-variant-numeric:tabular-nums}.tiles span{color:var(--soft);font-size:12.5px}
    figure{margin:16px 0 0;padding:14px 14px 8px;min-width:0}
    .row{display:grid;grid-template-columns:repeat(auto-fit,minmax(250px,1fr));gap:0 16px}
    .row .plot{height:120px}
    figcaption{color:var(--soft);font-size:13px}figcaption b{color:var(--ink);font-size:15px}
    .legend{float:right;text-align:right}.key{margin-left:14px;white-space:nowrap}
    .key i{display:inline-block;width:14px;height:3px;border-radius:2px;margin-right:5px;
      vertical-align:middle}
    .key i.dashed{background:none;height:0;border-width:2px 0 0;border-style:dashed}
    .key i.upright{width:0;height:12px;border-width:0 0 0 2px;border-style:dotted;border-radius:0}
    .c1{background:var(--c1);border-color:var(--c1)}.c2{background:var(--c2);border-color:var(--c2)}
    .c3{background:var(--c3);border-color:var(--c3)}.c4{background:var(--c4);border-color:var(--c4)}
    .c5{background:var(--c5);border-color:var(--c5)}.b3{border-color:var(--c3)}
    .b4{border-color:var(--c4)}.b5{border-color:var(--c5)}
    .plot{position:relative;height:210px;margin:18px 12px 22px 58px;clear:both}
    .plot svg{display:block;width:100%;height:100%;overflow:visible}
    .plot span{position:absolute;color:var(--soft);font-size:11.5px;line-height:14px;
      white-space:nowrap;font-variant-numeric:tabular-nums}
    .plot .y{right:100%;margin:0 8px -7px 0}
    .plot .x{top:100%;margin-top:6px;transform:translateX(-50%)}
    .plot .bound{right:0;margin-bottom:2px;text-shadow:0 0 2px var(--card),0 0 3px var(--card),
      0 0 4px var(--card)}
    .plot .good{color:var(--good)}.plot .bad{color:var(--bad)}
    .axis{margin:0;text-align:center;color:var(--soft);font-size:11.5px}
    path{vector-effect:non-scaling-stroke;fill:none}.grid{stroke:var(--line)}
    .line{stroke-width:1.8;stroke-linejoin:round}.area{opacity:.12}
    .dashes{stroke-dasharray:5 4}.dot{stroke-width:5;stroke-linecap:round}
    .moment{stroke-width:1.5;stroke-dasharray:2 3}.goal{stroke-width:1.2;stroke-dasharray:8 4}
    .kept{stroke:var(--good)}.broken{stroke:var(--bad)}
    .s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}.s4{stroke:var(--c4)}
    .s5{stroke:var(--c5)}
    .f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}.f4{fill:var(--c4)}.f5{fill:var(--c5)}
    .hit{stroke:transparent;stroke-width:12;stroke-linecap:round}.hit:hover{stroke:var(--ink)}
    .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13.5px}
    td,th{padding:5px 12px 5px 0;text-align:left;vertical-align:top;
      border-top:1px solid var(--line)}
    td{overflow-wrap:anywhere}th{font-weight:500;color:var(--soft)}
    .numbers td,.numbers th+th{text-align:right;white-space:nowrap;padding:5px 0 5px 12px;
      font-variant-numeric:tabular-nums}.numbers tr:first-child th{white-space:normal}
    tr.good th{color:var(--good)}tr.bad th{color:var(--bad)}
    li{overflow-wrap:anywhere}code{font-size:12.5px}
    @media (max-width:600px){main{padding:20px 12px 40px}figure{padding:12px 10px 6px}
      .legend{float:none;display:block;text-align:left}.key{margin:0 12px 0 0}
      .plot{margin-left:52px}.plot .minor{display:none}}
    """
}
