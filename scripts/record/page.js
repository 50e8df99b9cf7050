"use strict";

function addRows(list, count = 120) {
  for (let index = 0; index < count; index += 1) {
    const row = document.createElement("div");
    row.className = "row";
    row.style.background = `hsl(${(index * 29) % 360} 55% 75%)`;
    list.append(row);
  }
}

function addTabs(onTap, count = 5) {
  const bar = document.createElement("nav");
  bar.id = "tabs";
  for (let index = 0; index < count; index += 1) {
    const tab = document.createElement("button");
    tab.textContent = index;
    tab.addEventListener("click", (event) => onTap(event.timeStamp, index));
    bar.append(tab);
  }
  document.body.append(bar);
}
